// The server of the benchmark: the real one, with empty routes added that read a body and answer a fixed number of bytes.
// Started by main.ts as a process of its own; prints the port and ends when its parent is gone.
import { readConfig } from '../src/app/config.ts';
import { sharedMemory, startThread } from '../src/app/serve-thread.ts';
import { openEditions } from '../src/app/stores.ts';
import { readBytes } from '../src/http/read-body.ts';

const { config } = readConfig({ data: process.argv[2] ?? '', port: '0', logLevel: 'error' }, {});
const thread = await startThread({
  config,
  memory: sharedMemory(),
  reusePort: false,
  extend: (app) => {
    app.post('/bench/empty/:bytes', async (request, reply) => {
      await readBytes(request.raw);
      const { bytes } = request.params as { bytes: string };
      return reply.header('content-type', 'application/json; charset=utf-8').send(`"${'x'.repeat(Number(bytes) - 2)}"`);
    });
  },
});
const edition = await openEditions(config).read();
if (edition) thread.replaceEdition(edition.buffer);
process.send?.({ port: thread.port });
process.on('message', () => process.send?.({ memory: process.memoryUsage() }));
process.on('disconnect', () => void thread.drain().then(() => process.exit(0)));
