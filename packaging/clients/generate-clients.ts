// Writes the generated files of the clients and the integrations. Run by `npm run generate`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrationFiles } from '../integrations/integration-files.ts';
import { clientFiles } from './client-files.ts';

const root = join(import.meta.dirname, '../..');
const files = new Map([...clientFiles(), ...integrationFiles()]);
for (const [path, text] of files) writeFileSync(join(root, path), text);
console.error(`${files.size} files of the clients and integrations written`);
