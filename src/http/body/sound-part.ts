// Removes the values that do not fit the schema from a body, so that the remaining values can still be checked.
import type { JsonObject } from './read-body.ts';

export interface SoundPart {
  readonly body: JsonObject;
  /** Maps a path in the sound part to the path in the whole body: removed entries shift the list entries after them. */
  originalPath(path: string): string;
}

/** The body without the values at these JSON pointers. The body itself is not changed. */
export function soundPart(body: JsonObject, faultyPointers: readonly string[]): SoundPart {
  const faulty = new Set(faultyPointers);
  /** For each list in the sound part, by its path: the original index of each entry. */
  const indexes = new Map<string, readonly number[]>();

  const kept = (value: unknown, place: Place): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter(([key]) => !faulty.has(`${place.pointer}/${escaped(key)}`));
    if (!Array.isArray(value))
      return Object.fromEntries(members.map(([key, member]) => [key, kept(member, memberOf(place, key))]));
    if (members.length < value.length)
      indexes.set(
        place.path,
        members.map(([index]) => Number(index)),
      );
    return members.map(([index, entry], at) => kept(entry, entryOf(place, index, at)));
  };

  return {
    body: kept(body, { pointer: '', path: '' }) as JsonObject,
    originalPath: (path) =>
      path.replace(/\[(\d+)\]/g, (shown, index: string, at: number) => {
        const original = indexes.get(path.slice(0, at))?.[Number(index)];
        return original === undefined ? shown : `[${original}]`;
      }),
  };
}

/** The same location in the whole body (a JSON pointer) and in the sound part (a path in the form shown in answers). */
interface Place {
  readonly pointer: string;
  readonly path: string;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function memberOf({ pointer, path }: Place, key: string): Place {
  return { pointer: `${pointer}/${escaped(key)}`, path: path === '' ? key : `${path}.${key}` };
}

function entryOf({ pointer, path }: Place, index: string, at: number): Place {
  return { pointer: `${pointer}/${index}`, path: `${path}[${at}]` };
}
