// The decisions of `cardfile review export` and `import` as JSON Lines.
import type { Verdict } from '../catalog/review-port.ts';
import { OperatorError } from '../ops/operator-error.ts';

/** Writes one line for each decision. */
export function verdictLines(verdicts: readonly Verdict[]): string {
  return verdicts
    .map(({ kind, keys, isSame, at }) => `${JSON.stringify({ kind, keys, is_same: isSame, at })}\n`)
    .join('');
}

/** Throws an OperatorError that names the file and the first wrong line. */
export function readVerdicts(text: string, file: string): Verdict[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const verdict = verdictOf(line);
    if (verdict !== null) return [verdict];
    throw new OperatorError(
      `${file}: line ${index + 1} is not a decision. Give a file that \`cardfile review export\` wrote.`,
    );
  });
}

function verdictOf(line: string): Verdict | null {
  let value: Readonly<Record<'kind' | 'keys' | 'is_same' | 'at', unknown>> | null;
  try {
    value = JSON.parse(line) as typeof value;
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { kind, keys, is_same: isSame, at } = value;
  if (kind !== 'company' && kind !== 'person') return null;
  if (!Array.isArray(keys) || keys.length !== 2 || typeof isSame !== 'boolean' || typeof at !== 'string') return null;
  const [one, other] = keys as unknown[];
  if (typeof one !== 'string' || typeof other !== 'string' || one === '' || other === '') return null;
  return { kind, keys: [one, other], isSame, at };
}
