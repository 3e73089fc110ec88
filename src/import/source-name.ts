// The name of the source of imported rows: given, or taken from the first file.
import { basename, resolve } from 'node:path';

interface NamedInput {
  readonly source: string | null;
  readonly files: readonly string[];
}

const NAME_ENDINGS = /(?<=.)\.(?:gz|zst|csv|tsv|tab|txt|json|jsonl|ndjson|parquet|xlsx)(?=\.|$)/gi;

export function sourceName({ source, files }: NamedInput): string {
  const first = files[0] ?? '-';
  return source ?? (first === '-' ? 'stdin' : basename(resolve(first)).replace(NAME_ENDINGS, ''));
}
