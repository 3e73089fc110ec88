// The stored form of a charged answer, for repetitions: the generation of the suppression list (`hiddenGeneration`)
// before the call was executed, a line feed, and the body. Answers with records that were suppressed later are
// therefore never repeated, regardless of when and by which server they were stored.

export function textToStore(body: string, hiddenGeneration: number): string {
  return `${hiddenGeneration}\n${body}`;
}

interface StoredBody {
  readonly body: string;
  /** Null if it is not known. */
  readonly hiddenGeneration: number | null;
}

export function storedBodyOf(text: string): StoredBody {
  const [head, digits] = /^(\d+)\n/.exec(text) ?? ['', null];
  return { body: text.slice(head.length), hiddenGeneration: digits === null ? null : Number(digits) };
}
