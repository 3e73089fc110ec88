// Opens the dashboard of a serving thread with the services of its routes.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServingEdition } from '../api/serving-edition.ts';
import type { Config } from '../app/config.ts';
import { mailSettings, openIdSettings } from '../app/dashboard-settings.ts';
import { VERSION } from '../app/version.ts';
import type { ListService } from '../batches/list-service.ts';
import type { Catalog, Lookups } from '../catalog/port.ts';
import type { IdempotentRequests } from '../http/idempotent-call.ts';
import { monotonicNowMs, systemClock } from '../ops/clock.ts';
import type { Log } from '../ops/monitoring/log.ts';
import type { FairScheduler } from '../ops/scheduling/fair-scheduler.ts';
import { completeRenames } from '../tasks/account-life.ts';
import { openUploadStore } from '../uploads/open-uploads.ts';
import type { WatchService } from '../watches/watch-service.ts';
import type { WebhookService } from '../webhooks/webhook-service.ts';
import type { AnsweredRoute } from './context.ts';
import { latencyOf } from './latency.ts';
import { smtpMailer } from './mail.ts';
import { openIdProvider } from './open-id.ts';
import { presenceIn } from './records/presence.ts';
import { RecordsService } from './records/records-service.ts';
import { dashboardSite } from './site.ts';
import type { MembersThread } from './threads/members-worker.ts';
import type { RecordsThread } from './threads/records-worker.ts';
import { ThreadPorts } from './threads/thread-ports.ts';
import { PreviewThread } from './uploads/preview-thread.ts';
import { UploadService } from './uploads/upload-service.ts';

/** The output of `npm run build`. */
const BUILT_APP = join(import.meta.dirname, '../../dashboard/dist');

/** Time at shutdown after which the threads for members and records are ended. */
const CLOSING_MS = 1500;

interface DashboardOptions {
  readonly config: Config;
  readonly log: Log;
  readonly accounts: IdempotentRequests;
  readonly catalog: Pick<Catalog, 'state'>;
  readonly lists: ListService;
  readonly watches: WatchService;
  readonly webhooks: WebhookService;
  readonly lookups: Lookups;
  readonly scheduler: Pick<FairScheduler, 'open'>;
  readonly serving: Pick<ServingEdition, 'current'>;
  /** Whether this is the thread of the process that executes imports begun elsewhere. */
  readonly isFirst: boolean;
  /** The metrics of all threads. */
  readonly metricsText: () => Promise<string>;
}

function membersStore(thread: ThreadPorts<MembersThread>) {
  return {
    members: thread.port('members'),
    sessions: thread.port('sessions'),
    attempts: thread.port('attempts'),
    audit: thread.port('audit'),
    searches: thread.port('searches'),
    totp: thread.port('totp'),
    lists: thread.port('lists'),
  };
}

/** Throws a ConfigError if the settings contradict each other. Call `close` after the server has closed. */
export function openDashboard(options: DashboardOptions) {
  const { config, log, catalog, lists, watches, webhooks, serving, metricsText, isFirst } = options;
  const [provider, mail] = [openIdSettings(config), mailSettings(config)];
  const openId = provider && openIdProvider(provider);
  const mailer = mail && smtpMailer(mail.smtpUrl, mail.mailFrom);
  const members = new ThreadPorts<MembersThread>(new URL('./threads/members-worker.ts', import.meta.url), config);
  const recordsThread = () =>
    new ThreadPorts<RecordsThread>(new URL('./threads/records-worker.ts', import.meta.url), config);
  const records = recordsThread();
  // Counting takes time proportional to the number of records, so it has its own thread.
  const counting = recordsThread();
  // Undoing an import, and the edition build after it, also takes long.
  const keeping = recordsThread();
  const operations = records.port('operations');
  const uploads = new UploadService({
    config,
    operations,
    store: openUploadStore(config),
    previews: new PreviewThread(),
  });
  if (isFirst) uploads.takeOver();
  const recordsService = new RecordsService({
    config,
    catalog,
    serving,
    operations,
    counting: counting.port('operations'),
    keeping: keeping.port('operations'),
    onUnindexed: (error) => log.error({ err: error }, 'the edition was not built; the previous one keeps serving'),
  });
  const onFault = (error: unknown, route: string) =>
    log.error({ err: error, route }, 'a route of the dashboard failed');
  const renaming = { admin: members.port('admin'), members: members.port('members'), audit: members.port('audit') };
  const context = {
    records: recordsService,
    uploads,
    present: presenceIn(options),
    lists,
    watches,
    webhooks,
    openId,
    mailer,
    clock: systemClock,
    version: VERSION,
    admin: members.port('admin'),
    requests: options.accounts,
    calls: members.port('calls'),
    keepsBodies: config.callBodies,
    store: membersStore(members),
    latency: async () => latencyOf(await metricsText()),
    publicUrl: config.publicUrl === null ? null : new URL(config.publicUrl),
    monotonicMs: monotonicNowMs,
    // Starts the thread of the members, too.
    onPage: () => completeRenames(renaming).catch((error: unknown) => onFault(error, 'accounts.rename')),
    onAnswer: (answer: AnsweredRoute) => log.info(answer, 'dashboard'),
    onFault,
  };
  // Previews are stopped first: their connections may then close before the server does.
  const beginClosing = () => void uploads.stopPreviews();
  const close = async () => {
    const ended = [uploads.close(), members.close(), records.close(), counting.stop(), keeping.stop()];
    // Remaining work ends when the process ends.
    const late = setTimeout(() => void Promise.all([members.stop(), records.stop()]), CLOSING_MS);
    await Promise.race([Promise.all(ended), sleep(2 * CLOSING_MS, null, { ref: false })]);
    clearTimeout(late);
  };
  return { site: dashboardSite(context, BUILT_APP), beginClosing, close };
}
