// A TCP proxy before a database, which cuts connections at the worst moments.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * The fate of a client's request: forwarded; lost; executed with its answer lost; or executed late, after the client
 * has lost the connection.
 */
export type Fate = 'pass' | 'lose-request' | 'lose-answer' | 'execute-late';

const LATE_MS = 40;

export interface CuttingProxy {
  /** The address of the database behind the proxy. */
  readonly url: string;
  /** Decides the fate of each request; by default all pass. */
  decide: () => Fate;
  close(): Promise<void>;
}

/** A request is the data of one write of the client: the driver sends each statement in one piece. */
export async function cuttingProxy(url: string): Promise<CuttingProxy> {
  const target = new URL(url);
  const open = new Set<Socket>();
  const proxy: { decide: () => Fate } = { decide: () => 'pass' };
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let isLosingAnswers = false;
    let isIntroduced = false;
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => open.delete(socket));
    }
    client.on('data', (bytes) => {
      const fate = isIntroduced ? proxy.decide() : 'pass';
      isIntroduced = true;
      if (fate === 'pass') database.write(bytes);
      else if (fate === 'lose-answer') {
        isLosingAnswers = true;
        database.write(bytes);
      } else if (fate === 'lose-request') {
        client.destroy();
        database.destroy();
      } else {
        client.destroy();
        setTimeout(() => database.end(bytes), LATE_MS);
      }
    });
    database.on('data', (bytes) => {
      if (!isLosingAnswers) return void client.write(bytes);
      client.destroy();
      database.destroy();
      return undefined;
    });
    client.on('end', () => database.end());
    database.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(url);
  address.port = String((server.address() as AddressInfo).port);
  return Object.assign(proxy, {
    url: address.href,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
}
