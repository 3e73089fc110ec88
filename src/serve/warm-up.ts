// Calls that a serving thread makes to itself before it is ready. V8 compiles a function on its first call and
// optimizes it later, so without the warm-up the first calls of customers take up to twenty times as long.
import type { Handler, SharedContext, Work } from '../api/context.ts';
import { HANDLERS } from '../api/handlers.ts';
import { callerOf } from '../batches/batch-runner.ts';
import { ENDPOINTS, type SingleOperation } from '../contract/endpoints/endpoints.ts';
import { ApiError } from '../contract/errors.ts';
import {
  COMPANY_TYPES,
  COUNTRIES,
  INDUSTRIES,
  JOB_FUNCTIONS,
  JOB_LEVELS,
  SIZE_LABELS,
} from '../contract/vocabularies/vocabularies.ts';
import { faultsOf } from '../http/body/validate.ts';
import type { FairScheduler } from '../ops/scheduling/fair-scheduler.ts';

/**
 * An edition with fewer people is served without a warm-up: for a trial or a test, a fast start matters more than fast
 * first calls.
 */
const PEOPLE_MIN = 20_000;
/** No further call begins after this time: more calls would delay the start without making calls faster. */
const WARM_UP_MS = 600;
const SEARCHES = 100;

const TITLES = ['Engineer', 'Manager', 'VP Sales', 'Head of Marketing', 'Developer', 'Founder', 'Data Analyst', 'CFO'];

type Body = Readonly<Record<string, unknown>>;

const at = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value;

/** The example of each endpoint that reads records, then searches of people, each with other filters. */
export function warmUpCalls(): readonly (readonly [operation: SingleOperation, body: Body])[] {
  const examples = (Object.keys(HANDLERS) as SingleOperation[]).flatMap((operation) => {
    const { example } = ENDPOINTS[operation];
    return example === null ? [] : [[operation, example as Body] as const];
  });
  return [...examples, ...Array.from({ length: SEARCHES }, (_, index) => ['people-search', search(index)] as const)];
}

function search(index: number): Body {
  const some = (values: readonly string[], step: number) => [
    ...new Set([at(values, index * step), at(values, index * step + 3)]),
  ];
  const low = 10 ** (1 + (index % 4));
  const company = {
    ...(index & 1 ? { industry: { include: some(INDUSTRIES, 7) } } : {}),
    ...(index & 2 ? { country_code: [at(COUNTRIES, index * 5).code, 'US', 'DE'] } : {}),
    ...(index & 4 ? { employee_range: index & 8 ? some(SIZE_LABELS, 1) : { min: low, max: low * 20 } } : {}),
    ...(index % 5 === 0 ? { type: { exclude: some(COMPANY_TYPES, 1) } } : {}),
  };
  const titles = some(TITLES, 1);
  const people = {
    ...(index & 1 ? {} : { job_level: some(JOB_LEVELS, 1) }),
    ...(index & 2 ? {} : { job_function: some(JOB_FUNCTIONS, 3) }),
    ...(index % 3 === 0 ? { job_title: index % 7 === 0 ? { exclude: titles } : { include: titles } } : {}),
    ...(index % 11 === 0 ? { min_connections_count: 100 } : {}),
  };
  const isOfCompanies = Object.keys(company).length > 0;
  const isOfPeople = Object.keys(people).length > 0;
  return { ...(isOfCompanies ? { company } : {}), ...(isOfPeople ? { people } : {}), max_results: 10 + (index % 16) };
}

/** Nothing is charged to it: it has no account. */
const CALLER = callerOf({ accountId: '', keyId: '' });

export interface WarmUpOptions {
  readonly api: SharedContext;
  readonly scheduler: Pick<FairScheduler, 'open'>;
  readonly log: { readonly debug: (facts: object, message: string) => void };
}

export class WarmUp {
  readonly #options: WarmUpOptions;
  #run: Promise<void> | null = null;
  #isRunning = false;

  constructor(options: WarmUpOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /**
   * Called for each serving edition; only the first call has an effect. Calls that arrive during the warm-up are
   * answered.
   */
  begin({ people }: { readonly people: number }): void {
    if (this.#run !== null) return;
    this.#isRunning = people >= PEOPLE_MIN;
    this.#run = this.#isRunning ? this.#execute() : Promise.resolve();
  }

  /** Resolves when the warm-up has ended; at once if it has not begun. Never rejects. */
  async over(): Promise<void> {
    await this.#run;
  }

  async #execute(): Promise<void> {
    const { api, scheduler, log } = this.#options;
    const startedMs = performance.now();
    const context = { ...api, turn: scheduler.open('') };
    let calls = 0;
    try {
      for (const [operation, body] of warmUpCalls()) {
        if (performance.now() - startedMs > WARM_UP_MS) break;
        faultsOf(operation, body as never);
        await answered(async () => (HANDLERS[operation] as Handler<never>)(body as never, context, CALLER));
        calls += 1;
      }
      log.debug({ calls, ms: Math.round(performance.now() - startedMs) }, 'the serving thread is warm');
    } catch (error) {
      // For example a store that cannot be reached; calls report it.
      log.debug({ err: error, calls }, 'the serving thread is not warm');
    }
    this.#isRunning = false;
  }
}

/** Plans and executes a call; a rejection is an answer as well. */
async function answered(plan: () => Promise<Work>): Promise<void> {
  try {
    const work = await plan();
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
