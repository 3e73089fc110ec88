// Writes the generated sources of the clients. Run by `npm run generate`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientFiles } from './client-files.ts';

const root = join(import.meta.dirname, '../..');
const files = clientFiles();
for (const [path, text] of files) writeFileSync(join(root, path), text);
console.error(`${files.size} files of the clients written`);
