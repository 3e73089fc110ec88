import { ApiConnectionError } from './errors.ts';

/**
 * The lines of a body of text, as they arrive. A body that ends in the middle is an ApiConnectionError, or the reason of
 * the signal if that has aborted.
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
    // A caller that stops early ends the download.
    await reader?.cancel().catch(() => {});
  }
  if (rest !== '') yield rest;
}
