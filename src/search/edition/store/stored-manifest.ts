// The manifest of a folder of editions, `current.json`, and the names of the files in it.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../../ops/files/file-fault.ts';
import { messageOf } from '../../../ops/message-of.ts';
import { PackFormatError } from '../bodies/pack-format.ts';
import { EditionError, EditionFormatError, type EditionHead } from '../edition-file.ts';
import type { PartPlan } from '../parts/part-plan.ts';

export const MANIFEST = 'current.json';
export const SUFFIX = '.edition';
export const PACK_SUFFIX = '.pack';

/** A part of a stored edition. */
export interface StoredPart {
  /** Name of the index in the folder. */
  readonly file: string;
  readonly id: string;
  readonly bytes: number;
  /** The file of the records; null for an edition without records. */
  readonly pack: { readonly file: string; readonly id: string; readonly bytes: number } | null;
}

/** The content of `current.json`. */
export interface Manifest {
  /** The id of the only part, or the common id of all parts. */
  readonly id: string;
  readonly generation: number;
  readonly hiddenGeneration: number;
  readonly counts: EditionHead['counts'];
  /** The parts in the order of the contract; at least one. */
  readonly parts: readonly StoredPart[];
  /** Where the parts begin. */
  readonly plan: PartPlan;
}

/** Contains both ids, because the same index may have other records later. */
export function packName(editionId: string, packId: string): string {
  return `${editionId}-${packId}${PACK_SUFFIX}`;
}

/** The name of a part, derived from the content of its files. */
export function storedPartName({ id, pack }: StoredPart): string {
  return `${id}-${pack?.id}`;
}

/** The names of all files of an edition. */
export function fileNames({ parts }: Manifest): string[] {
  return parts.flatMap(({ file, pack }) => (pack ? [file, pack.file] : [file]));
}

/**
 * Parses the text of a manifest. Throws EditionFormatError for a manifest of another version, and EditionError or
 * SyntaxError for any other text. A file that is not named by its id is rejected, so that no name leads out of the
 * folder.
 */
export function parsedManifest(text: string): Manifest {
  const manifest = JSON.parse(text) as Partial<Manifest> | null;
  // A manifest of another version has `file` instead of `parts`.
  if (manifest && 'file' in manifest) throw new EditionFormatError('it has the form of another version');
  const { id, parts } = manifest ?? {};
  const isName = (text: unknown) => typeof text === 'string' && /^[0-9a-f]+$/.test(text);
  if (!isName(id) || !Array.isArray(parts) || parts.length === 0) throw new EditionError('it does not name an edition');
  for (const part of parts as readonly StoredPart[]) {
    if (!isName(part.id) || part.file !== `${part.id}${SUFFIX}`) throw new EditionError('it does not name an edition');
    if (part.pack && !(isName(part.pack.id) && part.pack.file === packName(part.id, part.pack.id)))
      throw new EditionError('it does not name the pack of its edition');
  }
  return manifest as Manifest;
}

/** The manifest of a folder; null if there is none. Throws EditionError, naming the file, if it cannot be read. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const path = join(folder, MANIFEST);
  try {
    return parsedManifest(await readFile(path, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return null;
    throw explained(path, error);
  }
}

/** Converts an error to a message the operator can act on: the file and the reason. */
export function explained(path: string, error: unknown): EditionError {
  // The message of an error about the pack already contains the path of the pack.
  if (error instanceof EditionError && error.cause instanceof Error) return error;
  const isOfOtherFormat = error instanceof EditionFormatError || error instanceof PackFormatError;
  const Kind = isOfOtherFormat ? EditionFormatError : EditionError;
  return new Kind(`${path} cannot be used: ${messageOf(error)}; rebuild the edition`, { cause: error });
}
