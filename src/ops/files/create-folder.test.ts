import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolder, createPrivateFolder, removeCreated } from './create-folder.ts';
import { fileFault } from './file-fault.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-folders-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const faultOf = (path: string) => {
  try {
    createFolder(path);
    return null;
  } catch (error) {
    return [(error as NodeJS.ErrnoException).code, fileFault(error)?.problem];
  }
};

describe('createFolder', () => {
  it('creates a folder with its parent folders, and returns those that it created', () => {
    const [outer, inner] = [join(folder, 'a'), join(folder, 'a', 'b')];
    expect(createFolder(inner)).toEqual([outer, inner]);
    expect(createFolder(inner)).toEqual([]);
    writeFileSync(join(outer, 'file'), '');
    removeCreated([outer, inner]);
    expect(readdirSync(folder, { recursive: true })).toEqual(['a', join('a', 'file')]);
  });

  it('creates a private folder for this user only, and its parent with the permissions of the umask', () => {
    const [outer, inner] = [join(folder, 'a'), join(folder, 'a', 'b')];
    expect(createPrivateFolder(inner)).toEqual([outer, inner]);
    const byUmask = 0o777 & ~process.umask();
    expect([outer, inner].map((path) => statSync(path).mode & 0o777)).toEqual([byUmask, 0o700]);
  });

  it('leaves no folder behind if one of them cannot be created', () => {
    expect(faultOf(join(folder, 'a', 'b', 'x'.repeat(300)))).toEqual(['ENAMETOOLONG', 'the name is too long']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(!existsSync('/proc/self'))('ends in a file system that has no new folders', () => {
    expect(faultOf('/proc/cardfile/x')).toEqual(['ENOENT', 'no folder can be created there']);
  });

  it('fails if a file or a dangling link has the name of the folder or of a parent folder', () => {
    const [file, link] = [join(folder, 'file'), join(folder, 'link')];
    writeFileSync(file, '');
    symlinkSync(join(folder, 'nothing'), link);
    for (const path of [file, join(file, 'x')]) expect(faultOf(path)?.[0]).toBe('ENOTDIR');
    for (const path of [link, join(link, 'x')]) expect(faultOf(path)?.[0]).toBe('EEXIST');
    mkdirSync(join(folder, 'nothing'));
    expect(faultOf(link)).toBeNull();
  });
});
