import { ApiConnectionError } from './errors.ts';

/**
 * The lines of a text body as they arrive. If the body ends early, throws an ApiConnectionError, or the reason of the
 * signal if it has aborted.
 */
export async function* linesOf(response: Response, signal: AbortSignal | undefined): AsyncGenerator<string, void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done = true, value = '' } = (await reader?.read()) ?? {};
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      if (done) break;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new ApiConnectionError('the connection was lost in the middle of the results', { cause: error });
  } finally {
    // Ends the download if the caller stops early.
    await reader?.cancel().catch(() => {});
  }
  if (rest !== '') yield rest;
}
