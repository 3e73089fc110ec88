// node bench/train-word-votes.ts [--folds]
// Writes the votes of words for functions (src/import/titles/word-votes.json),
// deterministically, with the confidence measured on each fifth of the development half after training on the others.
// With --folds it writes nothing: it prints the accuracy on these fifths. Only this figure may
// guide the choice of features and parameters; the held-out half is not read.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTION_PHRASES } from '../src/import/titles/function-phrases.ts';
import { functionChooser } from '../src/import/titles/job-function.ts';
import { type VoteTable, WordVotes } from '../src/import/titles/word-votes.ts';
import { readFlags } from './support/flags.ts';
import {
  businessExamples,
  DEVELOPMENT_TITLES,
  FOLDS,
  OCCUPATION_EXAMPLES,
  PHRASE_TABLES,
  phrasesWithout,
} from './support/title-examples.ts';
import { trainVotes } from './support/word-model.ts';

const { folds } = readFlags({ folds: { type: 'boolean', default: false } });

const FILE = join(import.meta.dirname, '../src/import/titles/word-votes.json');
/** Number of groups of equal size, ordered by lead, in which the confidence is measured. */
const GROUPS = 20;
/** A table whose confidence is the lead itself. */
const LEADS: VoteTable['confidence'] = Array.from({ length: 101 }, (_, percent) => [percent / 100, percent / 100]);
const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(2)}%`;

interface Answered {
  readonly isRight: boolean;
  readonly lead: number;
  readonly isProduction: boolean;
}

/**
 * Each title of the development half, answered by the tables that were trained on the other fifths. Decisive phrases
 * have the lead 1.
 */
function answeredByOthers(): Answered[] {
  return PHRASE_TABLES.flatMap((phrases, fold) => {
    const others = DEVELOPMENT_TITLES.filter((title) => title.fold !== fold);
    const table = trainVotes([...others, ...OCCUPATION_EXAMPLES, ...businessExamples(phrasesWithout(fold))]);
    const chooseFunction = functionChooser({
      phrases,
      votes: new WordVotes(table),
      phraseVotes: table.phrases,
      confidence: LEADS,
      confidenceMin: 0,
      unknownWordsMax: 100,
    });
    const answers = DEVELOPMENT_TITLES.filter((title) => title.fold === fold).map(({ words, right }) => {
      const { function: name, confidence } = chooseFunction(words);
      return {
        isRight: right.includes(name),
        lead: confidence / 100,
        isProduction: right.includes('Manufacturing & Production'),
      };
    });
    const right = answers.filter(({ isRight }) => isRight).length;
    console.log(`fold ${fold + 1} of ${FOLDS}: ${percent(right, answers.length)} of ${answers.length} titles right`);
    return answers;
  });
}

function printShares(what: string, answers: readonly Answered[]): void {
  const byLead = answers.toSorted((a, b) => b.lead - a.lead);
  const shares = [1, 0.97, 0.95, 0.93, 0.92].map((share) => {
    const kept = byLead.slice(0, Math.round(share * byLead.length));
    return `${percent(kept.filter(({ isRight }) => isRight).length, kept.length)} of ${percent(share, 1)}`;
  });
  const unanswered = answers.filter(({ lead }) => lead === 0).length;
  console.log(`${what}: ${shares.join(', ')}; no word known: ${percent(unanswered, answers.length)}`);
}

/** The share of right titles by lead, in groups of equal size, never decreasing. */
function confidenceOf(answers: readonly Answered[]): VoteTable['confidence'] {
  const byLead = answers.filter(({ lead }) => lead > 0).toSorted((a, b) => a.lead - b.lead);
  const size = Math.ceil(byLead.length / GROUPS);
  let most = 0;
  return Array.from({ length: GROUPS }, (_, group) => {
    const own = byLead.slice(group * size, (group + 1) * size);
    most = Math.max(most, own.filter(({ isRight }) => isRight).length / own.length);
    const lead = own.reduce((sum, one) => sum + one.lead, 0) / own.length;
    return [Math.round(lead * 1000) / 1000, Math.round(most * 1000) / 1000];
  });
}

function writeTable(confidence: VoteTable['confidence']): void {
  const examples = [...DEVELOPMENT_TITLES, ...OCCUPATION_EXAMPLES, ...businessExamples(FUNCTION_PHRASES)];
  // Lists of numbers on one line, as the formatter requires.
  const text = `${JSON.stringify(trainVotes(examples, confidence), null, 2).replace(/\[[-\d.,\s]+\]/g, (list) => `[${list.match(/[-\d.]+/g)?.join(', ')}]`)}\n`;
  writeFileSync(FILE, text);
  console.log(`${DEVELOPMENT_TITLES.length} titles; ${text.length} characters written`);
}

const answers = answeredByOthers();
printShares('all', answers);
printShares(
  'without production',
  answers.filter(({ isProduction }) => !isProduction),
);
if (!folds) writeTable(confidenceOf(answers));
