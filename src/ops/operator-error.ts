// What goes wrong outside of the code and can be mended by whoever runs Cardfile.

/** A failure whose message says what is wrong and what to do; it is shown without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
