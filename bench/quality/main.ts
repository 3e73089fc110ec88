// node bench/quality/main.ts [--half held-out|tune] [--families N] [--misses]
// Accuracy of entity resolution on labelled pairs. CARDFILE_QUALITY_DATA names the folder of the public sets,
// CARDFILE_PYTHON a Python with splink and dedupe, which then decide on the same rows. Prints bench/QUALITY.md; with
// --misses, the wrong decisions of the half that rules are tuned on.
import { parseArgs } from 'node:util';
import { ON_ONE_SITE, reliabilityTable, scoredAnswers } from './calibration.ts';
import { COMPANY_KINDS, drawCompany } from './company-truth.ts';
import { importTruth, type TruthKind } from './import-truth.ts';
import { clusters, judge } from './measures.ts';
import { drawPerson } from './person-base.ts';
import { PERSON_KINDS } from './person-truth.ts';
import { publicCompanies } from './public-companies.ts';
import { compared, reportOf, type Section } from './report.ts';
import { type Half, makeTruth, shuffled, type TruthSet } from './truth.ts';

const { values } = parseArgs({
  options: {
    half: { type: 'string', default: 'held-out' },
    families: { type: 'string', default: '420' },
    only: { type: 'string' },
    misses: { type: 'boolean', default: false },
  },
});
const half: Half = values.half === 'tune' ? 'tune' : 'held-out';
const families = Number(values.families);
const SEED = 20_260_315;

const companies = (of: Half) =>
  makeTruth({ kinds: COMPANY_KINDS, families, seed: SEED, half: of, drawBase: drawCompany });
const people = (of: Half) =>
  makeTruth({ kinds: PERSON_KINDS, families, seed: SEED + 1, half: of, drawBase: drawPerson });

interface Measured {
  readonly name: string;
  readonly kind: TruthKind;
  readonly set: TruthSet;
  /** The labels of the other half, for engines that learn from labels; null: too few pairs for other engines. */
  readonly training: TruthSet | null;
}

const otherHalf: Half = half === 'tune' ? 'held-out' : 'tune';
const sets: Measured[] = [
  { name: 'Companies', kind: 'companies', set: companies(half), training: companies(otherHalf) },
  { name: 'People', kind: 'people', set: people(half), training: people(otherHalf) },
];
const known = await publicCompanies(process.env['CARDFILE_QUALITY_DATA'], half);
if (known !== null) {
  sets.push({ name: 'Listings of two exchanges', kind: 'companies', set: known.listings, training: null });
  sets.push({ name: 'Companies in two public sets', kind: 'companies', set: known.crossed, training: null });
}

const sections: Section[] = [];
for (const { name, kind, set, training } of sets) {
  if (values.only !== undefined && !name.toLowerCase().startsWith(values.only)) continue;
  const imported = await importTruth(kind, set.rows);
  if (values.misses && half === 'tune') printMisses(set, imported.recordOf);
  const again = await importTruth(kind, shuffled(set.rows, SEED + 2), ['second', 'first']);
  if (values.misses && half === 'tune') printMoved(set, imported.recordOf, again.recordOf);
  sections.push({
    name,
    kind,
    set,
    imported,
    again,
    others: training === null ? [] : await compared(kind, set, training),
  });
}
console.log(reportOf(sections, half));
const isMeasured = ({ name }: Measured) => sections.some((section) => section.name === name);
console.log(await calibrationReport(sets.filter((each) => each.training !== null && isMeasured(each))));

async function calibrationReport(measured: readonly Measured[]): Promise<string> {
  const tables: string[] = [];
  for (const { name, kind, set } of measured) {
    const answers = await scoredAnswers(kind, set);
    tables.push(reliabilityTable(name, answers));
    const others = answers.filter((answer) => !ON_ONE_SITE.has(answer.kind));
    if (others.length < answers.length) tables.push(reliabilityTable(`${name} that share no site`, others));
  }
  return `\n## Scores of the match\n\n${tables.join('\n\n')}`;
}

function printMisses(set: TruthSet, recordOf: ReadonlyMap<string, string>): void {
  const valuesOf = new Map(set.rows.map((row) => [row.id, `${row.file} ${JSON.stringify(row.values)}`]));
  for (const { kind, isSame, isMatched, a, b } of judge(set, recordOf)) {
    if (isSame !== isMatched)
      console.log(`${isSame ? 'MISSED' : 'WRONG'} ${kind}\n  ${valuesOf.get(a)}\n  ${valuesOf.get(b)}`);
  }
  const labelled = new Set(set.pairs.flatMap(({ a, b }) => [`${a}|${b}`, `${b}|${a}`]));
  for (const [a, b] of clusters(set.rows, recordOf).wrong) {
    if (!labelled.has(`${a}|${b}`))
      console.log(`WRONG unlabelled ${a} | ${b}\n  ${valuesOf.get(a)}\n  ${valuesOf.get(b)}`);
  }
}

function printMoved(set: TruthSet, before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): void {
  const valuesOf = new Map(set.rows.map((row) => [row.id, `${row.file} ${JSON.stringify(row.values)}`]));
  const then = judge(set, after);
  for (const [index, { kind, a, b, isMatched }] of judge(set, before).entries()) {
    if (isMatched !== then[index]?.isMatched) console.log(`MOVED ${kind}\n  ${valuesOf.get(a)}\n  ${valuesOf.get(b)}`);
  }
}
