// The results file of a batch has one line per executed row: a letter and JSON. `F` and the answer; `M` (no record) or
// `I` (invalid) and the reason; `W` for an erased answer.
import type { Outcome } from './execute-rows.ts';

const LETTERS = { found: 'F', missed: 'M', invalid: 'I' } as const;

/** The result of a row, as it is read back. */
export type Result = Outcome | { readonly kind: 'withheld'; readonly reason: string };

const ERASED = 'the record is no longer available';

export function resultLine(outcome: Outcome): string {
  const json = outcome.kind === 'found' ? outcome.body : JSON.stringify(outcome.reason);
  return `${LETTERS[outcome.kind]}${json}\n`;
}

/** The result in a line without its line break. */
export function readResult(line: string): Result {
  const json = line.slice(1);
  switch (line[0]) {
    case 'F':
      return { kind: 'found', body: json };
    case 'M':
      return { kind: 'missed', reason: JSON.parse(json) as string };
    case 'I':
      return { kind: 'invalid', reason: JSON.parse(json) as string };
    default:
      return withheldResult();
  }
}

/** The result of a row whose record must no longer be answered. */
export function withheldResult(): Result {
  return { kind: 'withheld', reason: ERASED };
}
