// node bench/quality/main.ts [--half held-out|tune] [--families N] [--only PART] [--write] [--misses]
// The quality report: entity resolution on labelled pairs, scores of the match, titles, normalizing, header rows of
// known exports. Prints the sections of bench/QUALITY.md, and writes them with --write. CARDFILE_QUALITY_DATA names the
// folder of the public sets, CARDFILE_PYTHON a Python with splink and dedupe, which then decide on the same rows.
// --only names the beginning of one section. --misses prints the wrong decisions of the half that rules are tuned on.

import { endWith, readFlags } from '../support/flags.ts';
import { writeQualitySection } from '../support/quality-file.ts';
import { titleReport } from '../support/title-report.ts';
import { ON_ONE_SITE, reliabilityTable, scoredAnswers } from './calibration.ts';
import { drawCompany } from './company-base.ts';
import { COMPANY_KINDS } from './company-truth.ts';
import { importTruth, type TruthKind } from './import-truth.ts';
import { independentReport } from './independent-report.ts';
import { clusters, judge } from './measures.ts';
import { normalizingReport } from './normalizing.ts';
import { drawPerson } from './person-base.ts';
import { PERSON_KINDS } from './person-truth.ts';
import { publicCompanies } from './public-companies.ts';
import { compared, madeBy, sectionOf } from './report.ts';
import { firstFamilies, HALVES, type Half, makeTruth, shuffled, type TruthSet } from './truth.ts';
import { vendorReport } from './vendor-headers.ts';

const values = readFlags({
  half: { type: 'string', default: 'held-out' },
  families: { type: 'string', default: '300' },
  only: { type: 'string' },
  misses: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});
const half: Half =
  HALVES.find((name) => name === values.half) ?? endWith(`--half is ${HALVES.join(' or ')}, not ${values.half}`);
const families = Number(values.families);
const SEED = 20_260_315;
/** Families of each kind that the other engines process: dedupe takes minutes for some thousand rows. */
const OTHERS_FAMILIES = 120;
const SCORES_HEAD = `Of each labelled pair one row is imported, and the values of the other one, without its profile URL, are the body of
\`/v2/match/person\` or \`/v2/match/company\` with \`min_score\` 0. An answer is right if it is the record of the imported row and both rows
describe one record. For near misses no answer is right: their record is not in the catalog. Pairs that differ by the profile URL or the state alone
are left out. Shares with their 95% Wilson interval.`;

const INDEPENDENT_HEAD = `Families of rows as CRMs have them, with the reason of each label (\`bench/quality/independent-*.txt\`). Their author had read docs/identity.md, but
neither the code of the rules nor the other kinds, when writing the first cases; all their misses were read before the rules were changed. The second cases were written after
that, and counted once before anything was changed for them: no wrong merge, recall 16 of 17 for people and 14 of 16 for companies. *Undecided* pairs are those that a
careful reader would look up: they must not be merged.`;

const companies = (of: Half) =>
  makeTruth({ kinds: COMPANY_KINDS, families, seed: SEED, half: of, drawBase: drawCompany });
const people = (of: Half) =>
  makeTruth({ kinds: PERSON_KINDS, families, seed: SEED + 1, half: of, drawBase: drawPerson });

interface Measured {
  readonly name: string;
  readonly kind: TruthKind;
  readonly set: TruthSet;
  /**
   * The labels of the other half, for engines that learn from labels; null if there are too few pairs for other
   * engines.
   */
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

/** Prints a section of bench/QUALITY.md, and writes it with --write. */
function show(heading: string, body: string): void {
  const text = `${madeBy(half)}\n\n${body}`;
  console.log(`\n## ${heading}\n\n${text}`);
  if (values.write) writeQualitySection(heading, text);
}

const wanted = (values.only ?? '').toLowerCase();
const isSelected = (name: string) => name.toLowerCase().startsWith(wanted);

for (const { name, kind, set } of sets.filter((each) => isSelected(each.name))) {
  const imported = await importTruth(kind, set.rows);
  if (values.misses && half === 'tune') printMisses(set, imported.recordOf);
  const again = await importTruth(kind, shuffled(set.rows, SEED + 2), ['second', 'first']);
  if (values.misses && half === 'tune') printMoved(set, imported.recordOf, again.recordOf);
  show(name, sectionOf({ kind, set, imported, again, others: [] }));
}
for (const { name, kind, set, training } of sets) {
  const heading = `Other engines: ${name.toLowerCase()}`;
  if (training === null || !isSelected(heading) || values.misses) continue;
  const some = firstFamilies(set, OTHERS_FAMILIES);
  const others = await compared(kind, some, firstFamilies(training, OTHERS_FAMILIES));
  if (others.length === 0) continue;
  const imported = await importTruth(kind, some.rows);
  const again = await importTruth(kind, shuffled(some.rows, SEED + 2), ['second', 'first']);
  show(heading, sectionOf({ kind, set: some, imported, again, others }));
}
if (isSelected('scores of the match')) {
  show('Scores of the match', await scoresReport(sets.filter(({ training }) => training !== null)));
}
if (isSelected('independent cases')) show('Independent cases', await independentReports());
if (isSelected('titles')) show('Titles', titleReport());
if (isSelected('normalizing')) show('Normalizing', normalizingReport());
if (isSelected('header rows')) show('Header rows', vendorReport());

async function independentReports(): Promise<string> {
  const [first, second] = [await independentReport('tune', SEED + 2), await independentReport('held-out', SEED + 2)];
  return `${INDEPENDENT_HEAD}\n\n### First cases\n\n${first}\n\n### Second cases\n\n${second}`;
}

async function scoresReport(measured: readonly Measured[]): Promise<string> {
  const tables: string[] = [SCORES_HEAD];
  for (const { name, kind, set } of measured) {
    const answers = await scoredAnswers(kind, set);
    tables.push(reliabilityTable(name, answers));
    const others = answers.filter((answer) => !ON_ONE_SITE.has(answer.kind));
    if (others.length < answers.length) tables.push(reliabilityTable(`${name} that share no site`, others));
  }
  return tables.join('\n\n');
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
