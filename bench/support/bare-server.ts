// The baseline of Node: a server of node:http that reads a request and answers a fixed number of bytes.
// Argument: port. A message sets the bytes of its answers, including the head.
import { createServer } from 'node:http';

/** Bytes of the head that Node writes. */
const HEAD_BYTES = 175;
let answer = Buffer.alloc(0);
process.on('message', (bytes) => {
  answer = Buffer.alloc(Math.max(2, Number(bytes) - HEAD_BYTES), 'x');
  process.send?.('set');
});
process.on('disconnect', () => process.exit(0));
createServer((request, reply) => {
  request.resume();
  request.on('end', () => {
    reply.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': answer.length });
    reply.end(answer);
  });
}).listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('listening'));
