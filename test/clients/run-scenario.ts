// Runs a scenario of clients/scenarios.json with the TypeScript client. clients/python/tests/test_scenarios.py does the
// same with the Python client.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { ApiConnectionError, Cardfile, type Paged, type Result } from '../../packages/sdk/src/index.ts';
import type { ClientFixture } from './fixture.ts';

type Json = Record<string, unknown>;

export interface Step {
  readonly call?: string;
  readonly iterate?: string;
  readonly batch?: Json;
  /** The options of the run of `batch`. */
  readonly options?: Json;
  readonly preview?: Json;
  readonly createBatch?: Json;
  readonly listBatches?: Json;
  /** A method of batches, called with `id`. */
  readonly batchCall?: 'wait' | 'resume' | 'cancel' | 'delete';
  readonly id?: string;
  readonly body?: Json;
  /** Number of concurrent calls. */
  readonly repeat?: number;
  /** Rows after which the iteration stops. */
  readonly take?: number;
  readonly key?: string;
  readonly baseUrl?: string;
  readonly faults?: readonly unknown[];
  readonly maxRetries?: number;
  readonly timeoutMs?: number;
  readonly idempotencyKey?: string;
  readonly expect?: Json;
  readonly error?: Json;
  /** Name of a variable -> path in the data of the answer, or in the rows. */
  readonly save?: Record<string, string>;
}

export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The outcome of a step: an answer or rows. */
interface Outcome {
  readonly data?: unknown;
  readonly rows?: readonly Json[];
  readonly result?: Result<unknown>;
}

export async function runScenario({ steps }: Scenario, fixture: ClientFixture): Promise<void> {
  const variables = new Map<string, unknown>(
    Object.entries({ ...fixture.keys, proxy: fixture.proxy, unique: randomUUID() }),
  );
  for (const step of steps) await runStep(filledIn(step, variables) as Step, { fixture, variables });
}

async function runStep(
  step: Step,
  { fixture, variables }: { fixture: ClientFixture; variables: Map<string, unknown> },
): Promise<void> {
  const creditsBefore = await creditsLeft(fixture);
  await setFaults(fixture, step.faults ?? []);
  const start = performance.now();
  const read: Json[] = [];
  const outcome = await outcomeOf(step, fixture, read).catch((error: unknown) => error as Error);
  const tookMs = performance.now() - start;
  const calls = await setFaults(fixture, []);
  const spent = creditsBefore - (await creditsLeft(fixture));
  if (step.error) expectError(outcome, step.error);
  else if (outcome instanceof Error) throw outcome;
  const { data, rows, result } = outcome instanceof Error ? { rows: read } : outcome;
  const seen: Json = { calls, spent, credits: result?.credits, isReplayed: result?.isReplayed };
  for (const [name, expected] of Object.entries(step.expect ?? {})) {
    if (name === 'rows') expect(rows?.length, name).toBe(expected);
    else if (name === 'different') expect(new Set(rows?.map((row) => row[expected as string])).size).toBe(rows?.length);
    else if (name === 'statuses') expect(rows?.map(({ status }) => status)).toEqual(expected);
    else if (name === 'columns') expectColumns(rows ?? [], expected as Record<string, unknown[]>);
    else if (name === 'atLeastMs') expect(tookMs).toBeGreaterThanOrEqual(expected as number);
    else if (name === 'data') expectMembers(data, expected as Json);
    else expect(seen[name], name).toBe(expected);
  }
  for (const [name, path] of Object.entries(step.save ?? {})) variables.set(name, at(rows ?? data, path));
}

/** Rows are added to `rows` while they are read, so that they are available after an error. */
async function outcomeOf(step: Step, fixture: ClientFixture, rows: Json[]): Promise<Outcome> {
  const client = new Cardfile({
    apiKey: step.key ?? fixture.keys.ample,
    baseUrl: step.baseUrl ?? fixture.proxy,
    ...(step.maxRetries === undefined ? {} : { maxRetries: step.maxRetries }),
    ...(step.timeoutMs === undefined ? {} : { timeoutMs: step.timeoutMs }),
  });
  const { call, iterate, body, repeat = 1, take = Number.POSITIVE_INFINITY, idempotencyKey } = step;
  const { batch, preview, createBatch, listBatches, batchCall, id = '' } = step;
  const methods = client as unknown as Record<string, (...given: unknown[]) => Paged<unknown, Json>>;
  if (call) {
    const once = () => methods[call]?.call(client, ...(body ? [body] : []), { idempotencyKey });
    const [result] = (await Promise.all(Array.from({ length: repeat }, once))) as Result<unknown>[];
    return { data: result?.data, ...(result ? { result } : {}) };
  }
  if (iterate) {
    for await (const row of methods[iterate]?.call(client, body) ?? []) if (rows.push(row) >= take) break;
    return { rows };
  }
  if (preview) return { data: (await client.batches.preview(preview as never)).data };
  if (createBatch) return { data: (await client.batches.create(createBatch as never)).data };
  if (listBatches) return { data: (await client.batches.list(listBatches)).data };
  if (batchCall) return batchOutcome(client, batchCall, id);
  for await (const row of client.batches.run(batch as never, step.options)) rows.push(row);
  return { rows };
}

async function batchOutcome({ batches }: Cardfile, name: NonNullable<Step['batchCall']>, id: string): Promise<Outcome> {
  if (name === 'wait') return { data: await batches.wait(id) };
  const result = await batches[name](id);
  return result ? { data: result.data, result } : {};
}

function expectError(outcome: Outcome | Error, expected: Json): void {
  expect(outcome, JSON.stringify(outcome)).toBeInstanceOf(Error);
  const error = outcome as Error & { details?: { path: string }[] };
  if (error instanceof ApiConnectionError) expect(error.message).not.toBe('');
  const seen: Json = {
    ...error,
    message: error.message,
    type: error.name,
    suggestion: (error as { suggestion?: unknown }).suggestion,
  };
  for (const [name, value] of Object.entries(expected)) {
    expect(name === 'path' ? error.details?.[0]?.path : seen[name], name).toBe(value);
  }
}

function expectColumns(rows: readonly Json[], columns: Record<string, unknown[]>): void {
  for (const [name, values] of Object.entries(columns)) expect(rows.map((row) => row[name])).toEqual(values);
}

function expectMembers(data: unknown, expected: Json): void {
  for (const [path, value] of Object.entries(expected)) expect(at(data, path), path).toEqual(value);
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce((inner, name) => (inner as Json)[name], value);
}

/** The step with each `$name` replaced by the value of the variable. */
function filledIn(value: unknown, variables: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    if (variables.has(value.slice(1)) && value.startsWith('$')) return variables.get(value.slice(1));
    return value.replace(/\$(\w+)/g, (_, name: string) => String(variables.get(name)));
  }
  if (Array.isArray(value)) return value.map((each) => filledIn(each, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledIn(each, variables)]));
}

/** Sets the faults of the next calls; returns the calls since the last time. */
async function setFaults({ proxy }: ClientFixture, faults: readonly unknown[]): Promise<number> {
  const answer = await fetch(`${proxy}/faults`, { method: 'POST', body: JSON.stringify(faults) });
  return ((await answer.json()) as { calls: number }).calls;
}

async function creditsLeft({ service, keys }: ClientFixture): Promise<number> {
  const answer = await fetch(`${service}/v2/account/key-info`, { headers: { 'x-api-key': keys.ample } });
  return ((await answer.json()) as { remaining_credits: number }).remaining_credits;
}
