// Failures outside the code that the operator can correct.

interface OperatorErrorOptions extends ErrorOptions {
  /** No object has the given name, slug or id; nothing was changed. */
  readonly isUnknown?: boolean;
}

/** A failure whose message states the fault and the remedy; it is shown without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  readonly isUnknown: boolean;

  constructor(message: string, { isUnknown = false, ...options }: OperatorErrorOptions = {}) {
    super(message, options);
    this.isUnknown = isUnknown;
  }
}
