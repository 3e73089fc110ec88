// node test/chaos/build-in-parts.ts FOLDER
// Brings the edition of a data folder up to date in small parts, again and again, until it is killed.
import { readConfig } from '../../src/app/config.ts';
import { buildHere } from '../../src/tasks/build-edition.ts';

const PART_DOCUMENTS = 300;
const BUILDS_MAX = 1000;

const [data = ''] = process.argv.slice(2);
const { config } = readConfig({ data, logLevel: 'silent' }, {});
for (let build = 0; build < BUILDS_MAX; build++)
  await buildHere(config, { isReusing: true, partDocumentsMax: PART_DOCUMENTS });
