// Reads the parts of a body one by one, and reports the errors of all parts together.
import { ApiError, invalidInput, type Problem } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';

type Read<Parts extends readonly (() => unknown)[]> = {
  readonly [Place in keyof Parts]: Awaited<ReturnType<Parts[Place]>>;
};

/** The problems of rejected input. Rethrows any other error. */
export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof ApiError && error.code === 'INVALID_INPUT') return error.details;
  throw error;
}

/**
 * The results of all parts. If parts reject their input, throws one INVALID_INPUT with all problems. Other errors are
 * thrown at once.
 */
export async function together<Parts extends readonly (() => unknown)[]>(...parts: Parts): Promise<Read<Parts>> {
  const problems: Problem[] = [];
  const read: unknown[] = [];
  for (const part of parts) {
    try {
      read.push(await part());
    } catch (error) {
      problems.push(...problemsOf(error));
    }
  }
  if (problems.length > 0) throw invalidInput(problems.slice(0, LIMITS.faultsMax));
  return read as unknown as Read<Parts>;
}
