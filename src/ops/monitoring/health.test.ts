import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileIdentity } from '../files/file-identity.ts';
import { Health, healthMemory } from './health.ts';

describe('the health of a server', () => {
  it('is shared by all threads and reports each change once', () => {
    const memory = healthMemory();
    const [process, thread] = [new Health(memory), new Health(memory)];
    expect(thread.reasons()).toEqual([]);
    expect([process.note('charges', true), process.note('charges', true)]).toEqual([true, false]);
    process.note('catalog', true);
    expect(thread.reasons()).toEqual([expect.stringContaining('charged'), expect.stringContaining('catalog.db')]);
    expect([process.note('charges', false), process.note('charges', false)]).toEqual([true, false]);
    expect(thread.reasons()).toEqual([expect.stringContaining('catalog.db')]);
  });
});

describe('an open file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cardfile-identity-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is reported when it is removed, replaced and restored', () => {
    const [file, log] = [join(folder, 'one.db'), join(folder, 'one.db-wal')];
    writeFileSync(file, 'one');
    const identity = new FileIdentity([file, log]);
    expect(identity.changed()).toBeNull();
    writeFileSync(file, 'more of the same file');
    writeFileSync(log, 'made later');
    expect(identity.changed()).toBeNull();
    renameSync(file, `${file}.away`);
    expect(identity.changed()).toBe('one.db');
    writeFileSync(file, 'another');
    expect(identity.changed()).toBe('one.db');
    renameSync(`${file}.away`, file);
    expect(identity.changed()).toBeNull();
    rmSync(log);
    expect(identity.changed()).toBe('one.db-wal');
  });
});
