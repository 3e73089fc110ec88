// What goes wrong outside of the code and can be mended by whoever runs Cardfile.

interface OperatorErrorOptions extends ErrorOptions {
  /** Nothing has the name, slug or id that was given: nothing was changed. */
  readonly isUnknown?: boolean;
}

/** A failure whose message says what is wrong and what to do; it is shown without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  readonly isUnknown: boolean;

  constructor(message: string, { isUnknown = false, ...options }: OperatorErrorOptions = {}) {
    super(message, options);
    this.isUnknown = isUnknown;
  }
}
