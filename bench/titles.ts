// node bench/titles.ts [--write]
// Accuracy and speed of the level and function of titles: prints the figures of docs/titles.md as Markdown.
// With --write it also writes the section on titles of bench/QUALITY.md.
import { classify } from '../src/import/titles/classify.ts';
import functionRules from '../src/import/titles/function-rules.json' with { type: 'json' };
import levelRules from '../src/import/titles/level-rules.json' with { type: 'json' };
import {
  businessTitles,
  hasOccupationTitles,
  isHeldOut,
  type LabelledTitle,
  levelTitles,
  measure,
  occupationTitles,
} from '../test/support/title-measures.ts';
import { readFlags } from './support/flags.ts';
import { writeQualitySection } from './support/quality-file.ts';
import { titleReport } from './support/title-report.ts';

const { write } = readFlags({ write: { type: 'boolean', default: false } });

const CONFUSIONS_SHOWN = 12;
const RUNS = 5;
const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

function quality(what: string, labelled: readonly LabelledTitle[], classify: (title: string) => string): string[] {
  return [false, true].map((held) => {
    const found = measure(
      labelled.filter((one) => isHeldOut(one) === held),
      classify,
    );
    const half = held ? 'held out' : 'development';
    const covered = what === 'function' ? [found.coverage, found.accuracyCovered].map(percent) : ['', ''];
    return `| ${[what, half, found.titles, percent(found.accuracy), ...covered].join(' | ')} |`;
  });
}

function confusions(what: string, labelled: readonly LabelledTitle[], classify: (title: string) => string): string[] {
  const found = measure(labelled.filter(isHeldOut), classify);
  return [
    '',
    `| ${what}: right -> classified | titles | share of the held-out |`,
    '|---|---:|---:|',
    ...found.confusions
      .slice(0, CONFUSIONS_SHOWN)
      .map(([confusion, titles]) => `| ${confusion} | ${titles} | ${percent(titles / found.titles)} |`),
  ];
}

/** Titles that no earlier run has classified, as read from a file: each labelled title in each of many areas. */
function distinctTitles(run: number): string[] {
  const areas = Array.from({ length: 200 }, (_, area) => `Area ${run}-${area}`);
  const titles = levelTitles().flatMap(({ title }) => areas.map((area) => `${title}, ${area}`));
  return JSON.parse(JSON.stringify(titles)) as string[];
}

/** Titles per second of processor time, which other work of the machine hardly affects. */
function titlesPerSecond(titles: readonly string[]): number {
  const started = process.cpuUsage();
  for (const title of titles) classify(title);
  const { user, system } = process.cpuUsage(started);
  return (1e6 * titles.length) / (user + system);
}

function businessQuality(labelled: readonly LabelledTitle[], classify: (title: string) => string): string {
  const found = measure(labelled, classify);
  const figures = [found.coverage, found.accuracyCovered].map(percent);
  return `| ${['function', 'business', found.titles, percent(found.accuracy), ...figures].join(' | ')} |`;
}

const functionOf = (title: string) => classify(title).function;
const levelOf = (title: string) => classify(title).level;
const occupations = hasOccupationTitles ? occupationTitles() : [];
const levels = levelTitles();
const distinct = Array.from({ length: RUNS }, (_, run) => titlesPerSecond(distinctTitles(run))).sort((a, b) => a - b);
const repeated = titlesPerSecond(Array.from({ length: 500 }, () => levels.map(({ title }) => title)).flat());

console.log(
  [
    `Tables: levels version ${levelRules.version}, functions version ${functionRules.version}; Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
    '',
    '| measure | set | titles | right | covered | right among covered |',
    '|---|---|---:|---:|---:|---:|',
    ...(hasOccupationTitles ? quality('function', occupations, functionOf) : []),
    businessQuality(businessTitles(), functionOf),
    ...quality('level', levels, levelOf),
    ...(hasOccupationTitles
      ? confusions('Function', occupations, functionOf)
      : ['', 'SKIPPED: no titles by occupation']),
    ...confusions('Level', levels, levelOf),
    '',
    `Speed: ${Math.round(distinct[Math.floor(RUNS / 2)] ?? 0)} distinct titles a second of processor time (median of ${RUNS} runs), ${Math.round(repeated)} repeated ones.`,
  ].join('\n'),
);

const report = titleReport();
console.log(`\n## Titles\n\n${report}`);
if (write) writeQualitySection('Titles', `Written by \`node bench/titles.ts --write\`.\n\n${report}`);
