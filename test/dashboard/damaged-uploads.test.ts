// Uploads with damaged files, one kind of damage at a time: they are shown as damaged and removable, and the rest of
// the dashboard works.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestConsole, type TestConsole } from '../support/console.ts';

let site: TestConsole;
beforeAll(async () => {
  site = await startTestConsole();
});
afterAll(() => site.close());

const CSV = 'name,domain\nAcme,acme.example\n';

async function upload(): Promise<string> {
  const { body } = await site.operator.do('uploads.create', { body: { file: 'c.csv', bytes: CSV.length } });
  const headers = { 'content-type': 'application/octet-stream' };
  await site.operator.do('uploads.part', { params: { id: body.id }, query: { offset: '0' }, raw: CSV, headers });
  return body.id;
}

const DAMAGES: Readonly<Record<string, (file: string) => void>> = {
  empty: (file) => writeFileSync(file, ''),
  truncated: (file) => writeFileSync(file, readFileSync(file).subarray(0, 20)),
  'NULs, as after a power failure': (file) => writeFileSync(file, Buffer.alloc(300)),
  null: (file) => writeFileSync(file, 'null'),
  'another shape': (file) => writeFileSync(file, '{"id":1,"name":"../../catalog.db","state":[]}'),
  'a list': (file) => writeFileSync(file, '[]'),
  'a folder': (file) => {
    rmSync(file, { force: true, recursive: true });
    mkdirSync(join(file, 'inner'), { recursive: true });
  },
  missing: (file) => rmSync(file, { force: true, recursive: true }),
};

it.each(['upload.json', 'import.json', 'parts', 'content/c.csv', 'upload.lock', 'import.lock', 'rejects'])(
  'survives any damage of %s',
  async (name) => {
    for (const [damage, harm] of Object.entries(DAMAGES)) {
      const id = await upload();
      const sound = await upload();
      const folder = join(site.service.config.data, 'uploads', id);
      if (name === 'import.json') writeFileSync(join(folder, name), '{"state":"waiting"}');
      if (name === 'rejects' || name.endsWith('.lock')) writeFileSync(join(folder, name), 'name,reject_reason\n,x\n');
      harm(join(folder, name));
      const label = `${name}: ${damage}`;
      const { rows } = (await site.operator.do('uploads.list')).body;
      const shown = rows.find((row: { id: string }) => row.id === id);
      expect(shown, label).toBeDefined();
      if (name === 'upload.json') expect(shown.damage, label).toMatch(/^upload\.json (?:is|cannot)/);
      expect(rows.find((row: { id: string }) => row.id === sound)).toMatchObject({
        damage: null,
        received: CSV.length,
      });
      for (const route of ['imports.list', 'overview', 'catalog.show'] as const) await site.operator.do(route);
      const params = { id };
      const replies = [
        await site.operator.call('imports.show', { params }),
        await site.operator.call('imports.rejects', { params }),
        await site.operator.call('uploads.preview', { params, body: { kind: 'companies' } }),
      ];
      if (shown.damage !== null) {
        const start = await site.operator.call('imports.start', { body: { upload: id, kind: 'companies' } });
        expect([start.status, start.body.error.message]).toEqual([409, expect.stringContaining('remove it and send')]);
      }
      for (const { status } of replies) expect([200, 404, 409, 422], label).toContain(status);
      await site.operator.do('uploads.remove', { params });
      await site.operator.do('uploads.remove', { params: { id: sound } });
      expect(existsSync(folder), label).toBe(false);
    }
    expect((await site.operator.do('uploads.list')).body.rows).toEqual([]);
  },
  60_000,
);
