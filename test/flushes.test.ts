// Files that must survive a power loss are flushed completely, and so are the folders that contain them.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMembers } from '../src/members/sqlite/open-members.ts';
import { makeBackup } from '../src/tasks/backup/make-backup.ts';
import { restoreBackup } from '../src/tasks/backup/restore-backup.ts';
import { contentOf, makeUpload } from '../src/uploads/upload-folder.ts';
import { appendPart } from '../src/uploads/upload-parts.ts';
import { batchClient } from './batches/batch-client.ts';
import { company } from './support/fixture-records.ts';
import { type Flushed, flushedBy } from './support/flushed-files.ts';
import { startTestService, type TestService } from './support/service.ts';

let folder: string;
let service: TestService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-flushes-'));
  service = await startTestService({ companies: [company('acme', 'Acme', { domain: 'acme.example' })] });
  const life = { idleMs: 1, absoluteMs: 1 };
  await openMembers({ file: join(service.config.data, 'members.db'), clock: service.clock as never, life }).close();
  const { create, ended } = batchClient(() => service);
  await ended((await create('operation=domain-to-network', 'domain\nacme.example\n')).body.id);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Maps the relative path of each file below a folder to its size, and of each folder to null. */
function contents(root: string): Record<string, number | null> {
  const paths = readdirSync(root, { recursive: true }) as string[];
  const sizeOf = (path: string) => {
    const stat = statSync(join(root, path));
    return stat.isDirectory() ? null : stat.size;
  };
  return Object.fromEntries(['', ...paths].map((path) => [path, sizeOf(path)]));
}

/** The same for flushed files below a folder, which may have been renamed since. */
const below = (flushed: Flushed, root: string) =>
  Object.fromEntries(
    [...flushed].flatMap(([path, size]) => (path.startsWith(root) ? [[relative(root, path), size]] : [])),
  );

describe.skipIf(process.platform !== 'linux')('is flushed to the disk:', () => {
  it('a backup, and its restore', async () => {
    const copy = join(folder, 'copy');
    const backup = await flushedBy(() => makeBackup(service.config, copy, false));
    expect(below(backup, `${copy}.partial`)).toEqual(contents(copy));
    expect(Object.keys(contents(copy))).toEqual(
      expect.arrayContaining([
        'accounts.db',
        'catalog.db',
        'members.db',
        expect.stringMatching(/^batches\/.*results$/),
      ]),
    );
    expect(backup.get(dirname(copy))).toBeNull();

    const data = join(folder, 'restored');
    const restored = await flushedBy(() => restoreBackup({ ...service.config, data }, copy, false));
    const partial = [...restored.keys()].find((path) => dirname(path) === data) ?? '';
    const files = Object.entries(contents(data)).filter(([path]) => path !== '' && !path.endsWith('.lock'));
    expect(below(restored, partial)).toEqual({ '': null, ...Object.fromEntries(files) });
    expect(restored.get(data)).toBeNull();
  });

  it('an upload, with each of its parts', async () => {
    let id = '';
    const made = await flushedBy(async () => {
      const given = { file: 'people.csv', bytes: 8, by: 'ann@acme.example', madeAt: new Date(0).toISOString() };
      id = (await makeUpload(service.config, given as never)).id;
    });
    const uploads = join(service.config.data, 'uploads');
    const upload = join(uploads, id);
    const draft = [...made.keys()].find((path) => dirname(path) === uploads) ?? '';
    expect([...made.keys()].map((path) => relative(draft, path))).toEqual(
      expect.arrayContaining([
        '',
        'content',
        expect.stringMatching(/^content\/./),
        expect.stringMatching(/^upload/),
        '..',
      ]),
    );
    const content = join(upload, 'content', readdirSync(join(upload, 'content'))[0] ?? '');
    expect(contentOf(upload, { name: content.split('/').at(-1) } as never)).toBe(content);
    for (const offset of [0, 4]) {
      const part = await flushedBy(() => appendPart({ folder: upload, content, offset, bytes: Buffer.from('name') }));
      expect(part.get(content)).toBe(offset + 4);
      const list = [...part].find(([path]) => dirname(path) === upload);
      expect(list?.[1]).toBe(statSync(list?.[0] ?? '').size);
      expect(part.has(upload)).toBe(offset === 0);
    }
  });
});
