// The publication of a builder: the manifest of the edition, which names immutable objects by their SHA-256. It is a
// text of one row in the database.
import { EditionError } from '../search/edition/edition-file.ts';

/** The name of an object in the object store. */
export interface ObjectName {
  /** SHA-256 in hex, which is the name of the object. */
  readonly sha256: string;
  readonly bytes: number;
}

/** Content that is split into objects. */
export type Parts = readonly ObjectName[];

/** The files of an edition. They are a separate object, because a large edition has thousands of parts. */
export interface BaseFiles {
  /** The manifest in the folder of the edition; see EditionStore. */
  readonly manifest: string;
  readonly files: readonly { readonly name: string; readonly parts: Parts }[];
}

export interface PublishedManifest {
  readonly format: typeof MANIFEST_FORMAT;
  /** Version of the program that published the edition. */
  readonly program: string;
  /** Identifies the catalog; a copy or a restored backup has the same identifier. */
  readonly catalog: string;
  /** Address at which nodes reach the builder. */
  readonly builder: string;
  /** Base64; the nodes share the secret, so cursors are valid on every node. */
  readonly cursorSecret: string;
  readonly generation: number;
  /** Records of each kind in the catalog. */
  readonly records: Readonly<Record<string, number>>;
  readonly base: { readonly id: string; readonly files: ObjectName };
  /** The deltas over the base, the lowest first, each packed by shared-memory.ts. */
  readonly deltas: readonly Parts[];
}

export const MANIFEST_FORMAT = 1;

/** Throws EditionError for a manifest that this version cannot read. */
export function readManifest(text: string): PublishedManifest {
  const manifest = JSON.parse(text) as { readonly format?: unknown; readonly program?: unknown };
  if (manifest.format !== MANIFEST_FORMAT)
    throw new EditionError(
      `the published edition has the format ${manifest.format} of version ${manifest.program}, and this version reads ` +
        `${MANIFEST_FORMAT}: run the same version on the builder and on this server`,
    );
  return manifest as PublishedManifest;
}
