// node bench/train-word-votes.ts writes the votes of words for functions (src/import/titles/word-votes.json),
// deterministically.
// node bench/train-word-votes.ts --folds writes nothing: it prints the accuracy of the classifier on each fifth of
// the development half after training on the other four. Only this figure may guide the choice of features and
// parameters; the held-out half is not read.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FUNCTION_PHRASES } from '../src/import/titles/function-phrases.ts';
import { functionChooser } from '../src/import/titles/job-function.ts';
import { WordVotes } from '../src/import/titles/word-votes.ts';
import {
  businessExamples,
  DEVELOPMENT_TITLES,
  FOLDS,
  OCCUPATION_EXAMPLES,
  PHRASE_TABLES,
  phrasesWithout,
} from './title-examples.ts';
import { trainVotes } from './word-model.ts';

const FILE = join(import.meta.dirname, '../src/import/titles/word-votes.json');
const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(2)}%`;

function crossValidate(): void {
  const sums = { titles: 0, right: 0, covered: 0 };
  PHRASE_TABLES.forEach((phrases, fold) => {
    const others = DEVELOPMENT_TITLES.filter((title) => title.fold !== fold);
    const table = trainVotes([...others, ...OCCUPATION_EXAMPLES, ...businessExamples(phrasesWithout(fold))]);
    const ask = functionChooser({ phrases, votes: new WordVotes(table), phraseVotes: table.phrases });
    const answers = DEVELOPMENT_TITLES.filter((title) => title.fold === fold).map(({ words, right }) => {
      const answer = ask(words);
      return { isRight: right.includes(answer), isCovered: answer !== 'Other' };
    });
    const right = answers.filter(({ isRight }) => isRight).length;
    sums.titles += answers.length;
    sums.right += right;
    sums.covered += answers.filter(({ isCovered }) => isCovered).length;
    console.log(`fold ${fold + 1} of ${FOLDS}: ${percent(right, answers.length)} of ${answers.length} titles right`);
  });
  console.log(`all: ${percent(sums.right, sums.titles)} right, ${percent(sums.covered, sums.titles)} covered`);
}

function writeTable(): void {
  const table = trainVotes([...DEVELOPMENT_TITLES, ...OCCUPATION_EXAMPLES, ...businessExamples(FUNCTION_PHRASES)]);
  // Lists of numbers on one line, as the formatter requires.
  const text = `${JSON.stringify(table, null, 2).replace(/\[[-\d.,\s]+\]/g, (list) => `[${list.match(/[-\d.]+/g)?.join(', ')}]`)}\n`;
  writeFileSync(FILE, text);
  console.log(`${DEVELOPMENT_TITLES.length} titles; ${text.length} characters written`);
}

if (process.argv.includes('--folds')) crossValidate();
else writeTable();
