// Generates answer-examples.json and object-examples.json of src/http/openapi/. Run by `npm run generate`, before the
// reference is written.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerExamples } from './answer-examples.ts';

const folder = join(import.meta.dirname, '../http/openapi');
const { answers, objects } = await answerExamples();
for (const [name, examples] of Object.entries({ 'answer-examples': answers, 'object-examples': objects }))
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(examples, null, 2)}\n`);
console.error(`the answers in ${folder} are written`);
