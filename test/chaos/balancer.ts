// A round-robin balancer of connections: each goes to the next server that accepts it. A server that ends takes its
// connections with it.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Balancer {
  readonly base: string;
  close(): Promise<void>;
}

/** `ports` returns the current ports of the servers. */
export async function balance(ports: () => readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const track = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  };
  const attempt = (client: Socket, left: readonly number[]) => {
    const [port, ...rest] = left;
    if (port === undefined || client.destroyed) return void client.destroy();
    const server = connect(port, '127.0.0.1');
    track(server);
    let isConnected = false;
    server.once('connect', () => {
      isConnected = true;
      client.pipe(server);
      server.pipe(client);
    });
    server.once('close', () => (isConnected ? client.destroy() : attempt(client, rest)));
    client.once('close', () => server.destroy());
    return undefined;
  };
  const balancer = createServer((client) => {
    track(client);
    turn += 1;
    const all = ports();
    const first = turn % Math.max(1, all.length);
    attempt(client, [...all.slice(first), ...all.slice(0, first)]);
  }).listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  return {
    base: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of open) socket.destroy();
      balancer.close();
      await once(balancer, 'close');
    },
  };
}
