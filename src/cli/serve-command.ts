// cardfile serve: the server, with or without the demo data.
import type { Command } from 'commander';
import { demoAccess, loadDemo } from '../app/demo.ts';
import { dashboardAddress, firstLink } from '../app/member-links.ts';
import { startService } from '../app/service.ts';
import { openLog } from '../ops/log.ts';
import { tellMigrationsTo } from '../ops/sqlite-file.ts';
import { contextOf, examples } from './command-context.ts';
import { note, paced } from './output.ts';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('serve the API until SIGTERM or SIGINT, which drain it')
    .option('--demo', 'where the catalog is empty, load invented data and make a key')
    .option('--workers <number>', 'threads that serve')
    .addHelpText('after', examples('serve', 'serve --demo --port 9090', 'serve --workers 2 --data /var/lib/cardfile'))
    .action(async (options: { demo?: boolean }, command: Command) => {
      const { config } = contextOf(command);
      const log = openLog(config.logLevel);
      tellMigrationsTo(paced((migration) => log.info(migration, 'bringing the tables to the form of this version')));
      if (options.demo) await loadDemo(config, note);
      const service = await startService(config, log);
      stopOnSignal(service.stop);
      await service.ready;
      const base = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${service.port}`;
      if (options.demo) for (const line of await demoAccess(config, base)) note(line);
      const address = dashboardAddress({ ...config, port: service.port });
      const link = config.dashboard ? await firstLink(config, address) : null;
      if (link !== null) note(`Set up the dashboard with this link, good once and for a day: ${link}`);
      note(`Cardfile serves at ${base} (reference: ${base}/docs). Stop it with Ctrl-C.`);
    });
}

/** Drains once: on a signal, or when the launcher that started this process is gone. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end());
  process.on('disconnect', () => void end());
  // The launcher may have gone while the service started; without one there is no channel and `connected` is undefined.
  if (process.connected === false) void end();
}
