// cardfile serve: the server, with or without the demo data.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Config } from '../app/config.ts';
import { lowOpenFilesLimit } from '../ops/files/open-files.ts';
import { reportMigrationsTo } from '../ops/migration-report.ts';
import type { EarlyEdition } from '../serve/read-edition.ts';
import type { Service } from '../serve/service.ts';
import { contextOf, examples } from './command-context.ts';
import { onLauncherEnd } from './launcher-end.ts';
import { paced, statusLine } from './output.ts';

/** Prints messages for the operator on standard error, even with --json: the address, and links that are shown once. */
const say = (line: string) => void process.stderr.write(`${line}\n`);

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('serve the API; SIGTERM or SIGINT drains and stops it')
    .option('--demo', 'if the catalog is empty, load invented data and create a key')
    .option('--workers <number>', 'number of serving threads')
    .addHelpText('after', examples('serve', 'serve --demo --port 9090', 'serve --workers 2 --data /var/lib/cardfile'))
    .action(async (options: { demo?: boolean }, command: Command) => {
      const { config } = contextOf(command);
      // Before the server has started, nothing needs to be drained: the process ends as by a signal.
      let stop: () => void = () => process.kill(process.pid, 'SIGTERM');
      const forget = onLauncherEnd(() => stop());
      const onStarted = (service: Service) => {
        stop = stopOnSignal(service, config.shutdownDelay * 1000);
      };
      // The detection keeps the channel to the launcher, and so the process, open.
      await serve(config, options, onStarted).catch((error) => {
        forget();
        throw error;
      });
    });
}

async function serve(
  config: Config,
  options: { readonly demo?: boolean },
  onStarted: (service: Service) => void,
): Promise<void> {
  const early = options.demo ? null : await readEarly(config);
  const [{ logTo, openLog }, { startService }, { dashboardAddress }] = await Promise.all([
    import('../ops/monitoring/log.ts'),
    import('../serve/service.ts'),
    import('../app/serving-address.ts'),
  ]);
  const log = openLog(config.logLevel, logTo(config.logFormat));
  const limit = lowOpenFilesLimit();
  if (limit !== null)
    log.warn(
      { limit },
      'the limit of open files is low: threads or connections may fail; raise it (ulimit -n) to 1024',
    );
  reportMigrationsTo(paced((migration) => log.info(migration, 'migrating the tables to this version')));
  const demo = options.demo ? await import('../tasks/demo.ts') : null;
  const status = statusLine();
  await demo?.loadDemo(config, { say, show: status.show }).finally(status.end);
  const service = await startService(config, log, early);
  onStarted(service);
  await service.ready;
  const base = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${service.port}`;
  // The result of the command; everything else is progress.
  for (const line of (await demo?.demoAccess(config, base)) ?? []) process.stdout.write(`${line}\n`);
  const address = dashboardAddress({ ...config, port: service.port });
  const link = config.dashboard ? await (await import('../tasks/member-links.ts')).firstLink(config, address) : null;
  if (link !== null) say(`Set up the dashboard with this link (valid once, within a day): ${link}`);
  say(`Cardfile serves at ${base} (reference: ${base}/docs). Stop it with Ctrl-C.`);
}

/** Begins to read the edition while the service is loaded; a serving node fetches its own. */
async function readEarly(config: Config): Promise<EarlyEdition | null> {
  if (config.editions !== null) return null;
  const { readEdition } = await import('../serve/read-edition.ts');
  const reading = readEdition({ config, known: [] });
  // The service reports a failure.
  reading.catch(() => undefined);
  return { reading };
}

/** Maximum time from the beginning of the stop to the end of the process. */
const STOP_WITHIN_MS = 8000;

/**
 * Stops once: `delayMs` after SIGTERM, and at once on another signal, also during the delay. Returns a function that
 * stops it at once.
 */
function stopOnSignal(service: Pick<Service, 'leave' | 'stop'>, delayMs: number): () => void {
  const delay = new AbortController();
  let isStopping = false;
  const stop = async (afterMs: number) => {
    if (isStopping) return delay.abort();
    isStopping = true;
    if (afterMs > 0) {
      service.leave();
      // Rejects when another signal ends the delay.
      await sleep(afterMs, undefined, { signal: delay.signal }).catch(() => undefined);
    }
    // Ends as in a crash: everything that was answered is durable.
    setTimeout(() => {
      say(`The server did not stop within ${STOP_WITHIN_MS / 1000} s and is killed.`);
      process.kill(process.pid, 'SIGKILL');
    }, STOP_WITHIN_MS).unref();
    await service.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop(delayMs));
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => void stop(0));
  return () => void stop(0);
}
