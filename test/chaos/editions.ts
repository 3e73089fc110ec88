// Rounds in which a server and a build are killed at random moments, while rows are pushed, deltas are published and
// folded, and editions are built and switched. The files are checked after each round: there is an edition, and with a
// delta of the logged changes it answers like an edition of all records.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { openCatalog } from '../../src/app/catalogs.ts';
import { type Config, readConfig } from '../../src/app/config.ts';
import { openEditions } from '../../src/app/editions.ts';
import { generatePeople } from '../../src/generate/generate.ts';
import { Random } from '../../src/generate/random.ts';
import { LayeredEdition, stackOf } from '../../src/search/edition/layers/layered-edition.ts';
import { readDelta } from '../../src/tasks/read-delta.ts';
import { allRows } from '../support/edition-rows.ts';
import { type RunningServer, serve, succeed } from '../support/program.ts';
import { wholeEdition } from '../support/whole-edition.ts';

/** The longest time from the first answered push to the kill. */
const KILL_WITHIN_MS = 1500;
const PEOPLE = 2000;
const CLI = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const BUILD_IN_PARTS = fileURLToPath(new URL('./build-in-parts.ts', import.meta.url));

export interface EditionChaos {
  rounds: number;
  /** Acknowledged calls with rows. */
  calls: number;
  /** Rounds after which the files held another base than before. */
  newBases: number;
  /** Rounds after which the base had several parts. */
  inParts: number;
  /** Rounds after which records had changed since the base was built. */
  withDelta: number;
}

interface Options {
  /** An empty folder. */
  readonly data: string;
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (round: number) => void;
}

interface Pushing {
  readonly server: RunningServer;
  readonly key: string;
  readonly random: Random;
  readonly onCall: () => void;
}

/** Pushes changed people until the server is gone: mostly a few rows, sometimes enough to freeze their delta. */
async function pushUntilGone({ server, key, random, onCall }: Pushing): Promise<void> {
  const people = [...generatePeople({ people: PEOPLE, companies: 80, jobs: 0, seed: 1 })];
  for (let call = 0; call < 10_000; call++) {
    const rows = random.fraction() < 0.3 ? 600 : 3;
    const start = Math.floor(random.fraction() * (PEOPLE - rows));
    const body = people
      .slice(start, start + rows)
      .map((person) => `${JSON.stringify({ ...person, headline: `Call ${call} ${random.fraction()}` })}\n`)
      .join('');
    const headers = { 'x-api-key': key, 'content-type': 'application/jsonl' };
    const isAnswered = await fetch(`${server.base}/ingest/v1/people`, { method: 'POST', headers, body }).then(
      (reply) => reply.text().then(() => reply.ok),
      () => false,
    );
    if (!isAnswered) return;
    onCall();
  }
}

/** Builds one edition after the other until it is killed: all parts, or only some of them. */
function buildUntilKilled(data: string, isInParts: boolean): () => Promise<void> {
  const script = isInParts ? [BUILD_IN_PARTS, data] : [CLI, 'index', '--data', data];
  let isOver = false;
  let child: ChildProcess | null = null;
  const ended = (async () => {
    while (!isOver) {
      child = spawn(process.execPath, script, { stdio: 'ignore' });
      await once(child, 'exit');
    }
  })();
  return async () => {
    isOver = true;
    child?.kill('SIGKILL');
    await ended;
  };
}

async function check(config: Config): Promise<{ id: string; isInParts: boolean; hasDelta: boolean }> {
  const catalog = openCatalog(config);
  try {
    const base = await openEditions(config).read();
    if (!base) throw new Error('there is no edition');
    const about = { id: base.id, isInParts: stackOf(base).partCount > 1 };
    const { delta } = await readDelta(base, { config, catalog });
    if (delta === 'everything') return { ...about, hasDelta: false };
    const edition = delta ? LayeredEdition.over(base, delta) : base;
    expect(allRows(edition)).toEqual(allRows(wholeEdition(catalog, stackOf(edition))));
    return { ...about, hasDelta: delta !== null };
  } finally {
    catalog.close();
  }
}

/** Whether a server finds all people of the catalog. */
async function isServingAll({ base }: RunningServer, key: string, config: Config): Promise<boolean> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const body = JSON.stringify({ people: { job_title: { include: ['Call'], include_headline: true } } });
  const reply = await fetch(`${base}/v2/search/people/count`, { method: 'POST', headers, body });
  const answer = (await reply.json()) as { total_results?: number };
  const catalog = openCatalog(config);
  const documents = catalog.documents();
  const people = [...documents.people].length;
  documents.close();
  catalog.close();
  if (answer.total_results === undefined) throw new Error(JSON.stringify(answer));
  return answer.total_results === people;
}

export async function killEditions({ data, rounds, seed, onRound }: Options): Promise<EditionChaos> {
  const config = readConfig({ data, logLevel: 'silent' }, {}).config;
  const report: EditionChaos = { rounds, calls: 0, newBases: 0, inParts: 0, withDelta: 0 };
  const ingestKey = (await succeed('keys', 'create', '--ingest', '--data', data)).trim();
  await succeed('plans', 'set', 'pro', '--credits', '1000000', '--rps', '10000', '--data', data);
  await succeed('accounts', 'create', 'chaos', '--plan', 'pro', '--data', data);
  const key = (await succeed('keys', 'create', '--account', 'chaos', '--data', data)).trim();
  let before = '';
  for (let round = 0; round < rounds; round++) {
    const random = new Random(seed).seek(0, round);
    // Without the log of its changes an edition is outdated as a whole: the server builds a new one.
    const isOutdated = round % 3 === 1;
    if (isOutdated) {
      const catalog = openCatalog(config);
      await catalog.trimChanges((await catalog.state()).generation);
      catalog.close();
    }
    const server = await serve('--data', data, '--log-level', 'silent');
    // With the log, the first answers contain everything that was written before the kill.
    if (round > 0 && !isOutdated) expect(await isServingAll(server, key, config)).toBe(true);
    if (isOutdated) await expect.poll(() => isServingAll(server, key, config), { interval: 200 }).toBe(true);
    const endBuilds = round % 2 === 0 ? buildUntilKilled(data, round % 4 === 0) : async () => undefined;
    const first = Promise.withResolvers<void>();
    const onCall = () => {
      report.calls += 1;
      first.resolve();
    };
    const pushing = pushUntilGone({ server, key: ingestKey, random, onCall });
    await Promise.race([first.promise, pushing]);
    await sleep(random.fraction() * KILL_WITHIN_MS);
    const killing = server.end('SIGKILL');
    await Promise.all([killing, endBuilds(), pushing]);
    const { id, isInParts, hasDelta } = await check(config);
    if (id !== before) report.newBases += 1;
    if (isInParts) report.inParts += 1;
    if (hasDelta) report.withDelta += 1;
    before = id;
    onRound?.(round);
  }
  return report;
}
