// The text of a charged answer as it is stored for repetitions: the hidden generation of the catalog before it was
// executed, a line feed, and the body. So an answer on records that a later suppression hides is never repeated,
// whenever and by whichever server it was stored.

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
