// Usage and the overview: counted calls, summed up for the screens.
import { hourStartMs, nextResetAt } from '../../accounts/period.ts';
import type { Account } from '../../accounts/port.ts';
import { summarizeUsage, USAGE_DIMENSIONS, type UsageDimension } from '../../accounts/summarize-usage.ts';
import { csvText } from '../../contract/csv-text.ts';
import { givenTimeMs } from '../../contract/days.ts';
import type { ConsoleContext, Handlers, SignedIn } from '../context.ts';
import { invalidField, toRejection } from '../rejection.ts';
import type { AnswerOf, QueryOf } from '../routes/routes.ts';
import { knownAccount, requestedAccount } from '../scope.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEFAULT_DAYS = 30;
/** Longest period that is shown in hourly steps. */
const HOURLY_DAYS_MAX = 7;
/** Periods that are tried if the last days have no calls. */
const LONGER_DAYS = [30, 90] as const;
const TOP_ROWS = 10;

type UsageQuery = QueryOf<'usage.show'>;
type Overview = AnswerOf<'overview'>;

export const USAGE_HANDLERS = {
  'usage.show': async ({ query }, call, context) => {
    const { from, to, rows } = await usageOf(query, call, context);
    return { from, to, rows };
  },

  'usage.csv': async ({ query }, call, context) => {
    const { by, from, to, rows } = await usageOf(query, call, context);
    const name = `usage-${from.slice(0, 10)}-${to.slice(0, 10)}.csv`;
    return { name, content: csvText([...by, 'calls', 'credits'], rows) };
  },

  'calls.list': async ({ query }, call, context) => {
    const { admin, calls } = context;
    const named = await requestedAccount(query.account, call, context);
    const account = named === null ? null : await knownAccount(named, context);
    const accounts = await admin.accounts();
    const selection = { keyId: query.key ?? null, accountId: account?.id ?? null, statuses: statusesOf(query.status) };
    const found = await calls.calls(selection);
    const accountNames = new Map(accounts.map(({ id, name }) => [id, name]));
    const keyNames = new Map((await admin.keys(account?.name)).map(({ id, name }) => [id, name]));
    return {
      rows: found.map(({ requestId, at, accountId, keyId, path, status, ms, credits }) => ({
        id: requestId,
        at: isoTime(at),
        account: accountNames.get(accountId) ?? '',
        key: keyId,
        key_name: keyNames.get(keyId) ?? '',
        path,
        status,
        ms,
        credits,
      })),
    };
  },

  'calls.bodies': async ({ params, query }, call, context) => {
    const named = await requestedAccount(query.account, call, context);
    const accountId = named === null ? null : (await knownAccount(named, context)).id;
    const nothing = { request: null, answer: null, is_cut: false };
    if (!context.keepsBodies) return { state: 'off', ...nothing };
    const found = await context.calls.bodies({ requestId: params.id, accountId, nowMs: context.clock.now() });
    if (found === null) return { state: 'none', ...nothing };
    return { state: 'kept', request: found.request, answer: found.answer, is_cut: found.isCut };
  },

  overview: async ({ query }, call, context) => {
    const { records, uploads, latency } = context;
    const account = await requestedAccount(query.account, call, context);
    const { days, step, from, to, usage } = await shownUsage(account, query.days, context);
    const bySteps = summarizeUsage(usage, [step, 'status']);
    const errors = usage.filter(({ status }) => status >= 400);
    const isOperator = call.member.role === 'operator';
    return {
      account,
      credits: await creditsOf(account, context),
      requests: { days, step, from, to, rows: bySteps.map((sum) => ({ ...stepRow(sum, step), ...counted(sum) })) },
      // Covers all accounts, so members see no latency: they see only their own account.
      latency: isOperator ? await latency() : null,
      top_endpoints: top(summarizeUsage(usage, ['path'])).map((sum) => ({ path: String(sum.path), ...counted(sum) })),
      top_errors: top(summarizeUsage(errors, ['path', 'status'])).map(({ path, status, calls }) => {
        return { path: String(path), status: Number(status), calls };
      }),
      newest_import: isOperator ? ((await uploads.imports())[0] ?? null) : null,
      edition: await records.edition(),
      coverage: await coverageFor(call, context),
    };
  },
} as const satisfies Handlers<'usage.show' | 'usage.csv' | 'calls.list' | 'calls.bodies' | 'overview'>;

type Sum = ReturnType<typeof summarizeUsage>[number];

const counted = ({ calls, credits }: Sum) => ({ calls, credits });

function stepRow(sum: Sum, step: 'hour' | 'day') {
  const at = step === 'hour' ? String(sum.hour) : `${sum.day}T00:00:00.000Z`;
  return { at, status: Number(sum.status) };
}

function top(sums: readonly Sum[]): Sum[] {
  return [...sums].sort((a, b) => b.calls - a.calls).slice(0, TOP_ROWS);
}

/** `404`, `4xx` or `errors` as the lowest and the highest status. */
function statusesOf(text: string | undefined): readonly [number, number] {
  if (text === undefined) return [0, 999];
  if (text === 'errors') return [400, 999];
  const lowest = Number(text.replace('xx', '00'));
  return [lowest, text.endsWith('xx') ? lowest + 99 : lowest];
}

const isoTime = (ms: number) => new Date(ms).toISOString();

/** The usage of this number of days. Without a number: of the shortest period that has calls. */
async function shownUsage(account: string | null, days: string | undefined, { admin, clock }: ConsoleContext) {
  const usageIn = async (daysShown: number) => {
    const { step, fromMs, toMs } = spanOf(daysShown, clock.now());
    const [from, to] = [isoTime(fromMs), isoTime(toMs)];
    const usage = await admin.usage({ ...(account === null ? {} : { accountName: account }), from, to });
    return { days: daysShown, step, from, to, usage };
  };
  if (days !== undefined) return usageIn(Number(days));
  const first = await usageIn(HOURLY_DAYS_MAX);
  if (first.usage.length > 0) return first;
  for (const longer of LONGER_DAYS) {
    const found = await usageIn(longer);
    if (found.usage.length > 0) return found;
  }
  return first;
}

/** The last counted coverage. For an operator, old figures are counted again in the background. */
async function coverageFor({ member }: SignedIn, { records, clock, onFault }: ConsoleContext) {
  const coverage = await records.coverage();
  const isOld = coverage === null || clock.now() - Date.parse(coverage.counted_at) > DAY_MS;
  if (isOld && member.role === 'operator')
    void records.figures().catch((error: unknown) => {
      // Without a catalog, the rejection is expected: there is nothing to count.
      if (toRejection(error) === null) onFault(error, 'overview');
    });
  return coverage;
}

/** Start times of the steps up to and including the current one. */
function spanOf(days: number, now: number) {
  const step = days <= HOURLY_DAYS_MAX ? ('hour' as const) : ('day' as const);
  const toMs = step === 'hour' ? hourStartMs(now) + HOUR_MS : (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  return { step, fromMs: toMs - days * DAY_MS, toMs };
}

async function creditsOf(account: string | null, { admin, clock }: ConsoleContext): Promise<Overview['credits']> {
  const next_reset_at = nextResetAt(clock.now());
  const accounts = await admin.accounts();
  const own = accounts.find(({ name }) => name === account);
  if (own) {
    const { used, granted, remaining } = own;
    return { used, granted, per_month: await creditsPerMonth(own, admin), remaining, next_reset_at };
  }
  const sum = (of: (one: Account) => number) => accounts.reduce((total, one) => total + of(one), 0);
  const [used, granted] = [sum((one) => one.used), sum((one) => one.granted)];
  return { used, granted, per_month: null, remaining: null, next_reset_at };
}

async function creditsPerMonth({ planName }: Account, admin: ConsoleContext['admin']): Promise<number | null> {
  return (await admin.plans()).find(({ name }) => name === planName)?.creditsPerMonth ?? null;
}

async function usageOf(query: UsageQuery, call: SignedIn, context: ConsoleContext) {
  const account = await requestedAccount(query.account, call, context);
  const by = dimensionsOf(query.by ?? 'day,status');
  const now = context.clock.now();
  const from = timeOf('from', query.from, now - DEFAULT_DAYS * DAY_MS);
  const to = timeOf('to', query.to, now);
  const rows = await context.admin.usage({ ...(account === null ? {} : { accountName: account }), from, to });
  return { by, from, to, rows: summarizeUsage(rows, by) as AnswerOf<'usage.show'>['rows'] };
}

function dimensionsOf(text: string): UsageDimension[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !USAGE_DIMENSIONS.includes(name as UsageDimension));
  if (unknown !== undefined) throw invalidField('by', `unknown dimension; known are ${USAGE_DIMENSIONS.join(', ')}`);
  return [...new Set(names)] as UsageDimension[];
}

function timeOf(field: string, text: string | undefined, fallbackMs: number): string {
  const ms = text === undefined ? fallbackMs : givenTimeMs(text);
  if (ms === null) throw invalidField(field, 'this is not a timestamp such as 2026-12-31T23:59:59Z');
  return isoTime(ms);
}
