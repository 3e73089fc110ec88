// Bodies of calls in the log of requests, if the operator has enabled them. The serving thread truncates them, and the
// storing thread redacts them before anything is written. Keys are in headers, so no body contains one.
import { redact } from '../catalog/views/redact.ts';
import { MS_PER_DAY } from '../contract/days.ts';

/** Number of calls per key whose bodies are kept, and the maximum age of these bodies. */
export const BODIES_KEPT = 100;
export const BODIES_KEPT_MS = MS_PER_DAY;

/** Maximum bytes of a body that leave the serving thread, and maximum characters that are stored. */
const SENT_BYTES = 16 * 1024;
const STORED_CHARS = 8 * 1024;

/** The bodies of one call. */
export interface CallBodies {
  /** The request body as sent, even if the call was rejected. */
  readonly request: string;
  readonly answer: string;
  /** Whether one of the bodies is truncated. */
  readonly isCut: boolean;
}

/** Copies the beginning of each body, because the bytes may be reused. */
export function cutBodies(request: Buffer, answer: string | Buffer): CallBodies {
  const whole = typeof answer === 'string' ? Buffer.from(answer) : answer;
  return {
    request: request.toString('utf8', 0, SENT_BYTES),
    answer: whole.toString('utf8', 0, SENT_BYTES),
    isCut: request.length > SENT_BYTES || whole.length > SENT_BYTES,
  };
}

/** The bodies without e-mail addresses and phone numbers, truncated to the stored length. */
export function redactedBodies({ request, answer, isCut }: CallBodies): CallBodies {
  const [left, right] = [redactedText(request), redactedText(answer)];
  return {
    request: whole(left, isCut),
    answer: whole(right, isCut),
    isCut: isCut || left.length > STORED_CHARS || right.length > STORED_CHARS,
  };
}

/**
 * The text up to its last complete string, because a truncated address or profile URL could not be found when a person
 * is forgotten.
 */
function whole(text: string, mayBeCut: boolean): string {
  if (text.length <= STORED_CHARS && !(mayBeCut && !/[\]}]\s*$/.test(text))) return text;
  const cut = text.slice(0, STORED_CHARS);
  return cut.slice(0, cut.lastIndexOf('"') + 1);
}

/** Redacts the strings inside JSON, so that numbers remain. A text that is not JSON is redacted as a whole. */
function redactedText(text: string): string {
  try {
    return JSON.stringify(redactedValue(JSON.parse(text)));
  } catch {
    return redact(text);
  }
}

function redactedValue(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(redactedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [redact(name), redactedValue(each)]));
}
