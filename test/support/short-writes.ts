// Writes of files that end early, as on a disk that is nearly full.
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';

/** Each write of a file ends after a few bytes, until the mocks are restored. `folder`: gets a file named `any`. */
export async function shortenWrites(folder: string): Promise<void> {
  await using handle = await open(join(folder, 'any'), 'w');
  const files = Object.getPrototypeOf(handle) as FileHandle;
  const { write } = files;
  const shortly = function (this: FileHandle, bytes: Buffer, at: number, length: number, position: number) {
    return Reflect.apply(write, this, [bytes, at, Math.min(5, length), position]);
  };
  vi.spyOn(files, 'write').mockImplementation(shortly as never);
}
