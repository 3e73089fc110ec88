// A TCP proxy before a database, as a program. After the message `freeze`, its open connections neither forward bytes
// nor end; new connections work.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const target = new URL(process.argv[2] ?? '');
const open = new Set<Socket>();
const server = createServer((client) => {
  const database = connect(Number(target.port), target.hostname);
  for (const socket of [client, database]) {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  }
  client.pipe(database);
  database.pipe(client);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  for (const socket of open) {
    socket.unpipe();
    socket.pause();
  }
  process.send?.('frozen');
});
