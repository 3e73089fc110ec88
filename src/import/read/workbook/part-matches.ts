// Finds short texts in a file of an archive without parsing it.
import type { ZipParts } from './zip-parts.ts';

/** Larger files, after decompression, are not searched: only programs write them, and a second read takes long. */
const SEARCHED_BYTES_MAX = 1024 ** 3;

/**
 * All matches of a global pattern in a file that is read as Latin-1; none in a file of over 1 GiB. No match may be
 * longer than `lengthMax`.
 */
export async function* matchesIn(
  zip: ZipParts,
  part: string,
  { pattern, lengthMax }: { readonly pattern: RegExp; readonly lengthMax: number },
): AsyncGenerator<RegExpExecArray> {
  if (zip.sizeOf(part) > SEARCHED_BYTES_MAX) return;
  let rest = '';
  for await (const chunk of (await zip.stream(part)).setEncoding('latin1')) {
    const text = rest + (chunk as string);
    let end = Math.max(0, text.length - lengthMax);
    for (const found of text.matchAll(pattern)) {
      end = Math.max(end, found.index + found[0].length);
      yield found;
    }
    rest = text.slice(end);
  }
}
