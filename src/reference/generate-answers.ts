// Generates src/http/answer-examples.json. Run by `npm run generate`, before the reference is written.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerExamples } from './answer-examples.ts';

const file = join(import.meta.dirname, '../http/answer-examples.json');
writeFileSync(file, `${JSON.stringify(await answerExamples(), null, 2)}\n`);
console.error(`the answers of ${file} are written`);
