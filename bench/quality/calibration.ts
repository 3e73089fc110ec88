// Calibration of the match: one row of each labelled pair is imported, the other one is the body of a call. An answer
// is right if it is the record of the imported row and both rows describe one record; the other half of the pairs are
// near misses, whose record is not in the catalog.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalogAdmin } from '../../src/app/catalog-writers.ts';
import { openCatalog } from '../../src/app/catalogs.ts';
import { readConfig } from '../../src/app/config.ts';
import { buildHere } from '../../src/tasks/build-edition.ts';
import { importFiles } from '../../src/tasks/import-files.ts';
import { openMatchCaller } from '../support/match-caller.ts';
import type { TruthKind } from './import-truth.ts';
import { type Share, wilson } from './measures.ts';
import type { RowValues, TruthSet } from './truth.ts';

/** The best candidate of one call. */
export interface ScoredAnswer {
  /** Kind of the labelled pair. */
  readonly kind: string;
  readonly score: number;
  readonly isRight: boolean;
}

export async function scoredAnswers(kind: TruthKind, { rows, pairs }: TruthSet): Promise<ScoredAnswer[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-calibration-'));
  try {
    const { config } = readConfig({ data: join(folder, 'data'), logLevel: 'error' }, {});
    const valuesOf = new Map(rows.map(({ id, values }) => [id, values]));
    const file = join(folder, 'rows.jsonl');
    writeFileSync(file, pairs.map(({ a }) => `${JSON.stringify(valuesOf.get(a))}\n`).join(''));
    await importFiles(config, { kind, files: [file], source: 'first', index: false });
    await buildHere(config);
    const slugOf = await slugsByLine(config, kind);
    const match = await openMatchCaller(config);
    const answers: ScoredAnswer[] = [];
    for (const [index, { b, isSame, kind: pairKind }] of pairs.entries()) {
      if (INDISTINGUISHABLE.has(pairKind)) continue;
      const values = valuesOf.get(b) ?? {};
      const body = { ...(kind === 'people' ? personBody(values) : companyBody(values)), min_score: 0 };
      const text = kind === 'people' ? await match.person(body) : await match.company(body);
      if (text === null) continue;
      const { score, candidates } = JSON.parse(text) as Answer;
      const slug = decodeURIComponent(candidates[0]?.network_url.split('/').at(-1) ?? '');
      answers.push({ kind: pairKind, score, isRight: isSame && slug === slugOf.get(index + 1) });
    }
    match.close();
    return answers;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Kinds of pairs that differ in a value that the call lacks: the profile URL, and the state. */
const INDISTINGUISHABLE = new Set(['two profile URLs', 'one name in two states']);

interface Answer {
  readonly score: number;
  readonly candidates: readonly { readonly network_url: string }[];
}

/** The slug of the record of each line of the only file. */
async function slugsByLine(config: Parameters<typeof openCatalogAdmin>[0], kind: TruthKind) {
  const catalog = openCatalog(config);
  const documents = catalog.documents();
  const slugs = [...(kind === 'people' ? documents.people : documents.companies)].map(({ slug }) => slug);
  documents.close();
  catalog.close();
  const admin = openCatalogAdmin(config);
  const slugOf = new Map<number, string>();
  for (const slug of slugs) {
    const origins = kind === 'people' ? await admin.personOrigins(slug) : await admin.companyOrigins(slug);
    for (const { line } of origins?.rows ?? []) if (line !== null) slugOf.set(line, slug);
  }
  admin.close();
  return slugOf;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function defined(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

/** A caller does not know the profile. */
function personBody(values: RowValues) {
  const { city, country_code } = (values['location'] ?? {}) as Readonly<Record<string, unknown>>;
  return defined({
    full_name: text(values['full_name']),
    email: text((values['emails'] as unknown[] | undefined)?.[0]),
    phone: text((values['phones'] as unknown[] | undefined)?.[0]),
    company_name: text(values['company_name']),
    company_domain: text(values['company_domain']),
    job_title: text(values['job_title']),
    city: text(city),
    country_code: text(country_code),
  });
}

function companyBody(values: RowValues) {
  const { city, country_code } = (values['hq'] ?? {}) as Readonly<Record<string, unknown>>;
  return defined({
    name: text(values['name']),
    domain: text(values['website']),
    city: text(city),
    country_code: text(country_code),
  });
}

const BOUNDS = [0, 0.1, 0.3, 0.5, 0.7, 0.85, 0.95, 1];

/** Kinds of near misses on one site: a call with the site is answered with its company. */
export const ON_ONE_SITE: ReadonlySet<string> = new Set([
  'franchises on one site',
  'another trade under one brand',
  'subsidiaries in two countries',
  'parent and subsidiary',
]);

/** For each range of scores the number of answers, their mean score, and the share that is right. */
export function reliabilityTable(name: string, answers: readonly ScoredAnswer[]): string {
  const rows = BOUNDS.slice(1).map((to, index) => {
    const from = BOUNDS[index] ?? 0;
    const inside = answers.filter(({ score }) => score >= from && score < to);
    const right: Share = { hits: inside.filter(({ isRight }) => isRight).length, of: inside.length };
    const mean = inside.reduce((sum, { score }) => sum + score, 0) / Math.max(1, inside.length);
    const [low, high] = wilson(right);
    const share = right.of === 0 ? '-' : `${(right.hits / right.of).toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;
    return `| ${from} to ${to} | ${right.of} | ${right.of === 0 ? '-' : mean.toFixed(2)} | ${share} |`;
  });
  const head = [`| ${name}: score | answers | mean score | right |`, '|---|---:|---:|---:|'];
  return [...head, ...rows].join('\n');
}
