// Generates docs/reference and removes other files from it. Run by `npm run generate`.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '../ops/files/create-folder.ts';
import { referenceFiles } from './reference-files.ts';

const folder = join(import.meta.dirname, '../../docs/reference');
const files = referenceFiles();

createFolder(folder);
for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name), { recursive: true });
for (const [name, text] of files) writeFileSync(join(folder, name), text);
console.error(`${files.size} files written to ${folder}`);
