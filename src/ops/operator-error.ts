// Failures outside the code that the operator can correct.

interface OperatorErrorOptions extends ErrorOptions {
  /** No object has the given name, slug or id; nothing was changed. */
  readonly isUnknown?: boolean;
  /** The message in the words of the dashboard, if it names a command or an option. */
  readonly inDashboard?: string;
}

/** A failure whose message states the fault and the remedy; it is shown without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  readonly isUnknown: boolean;
  /** The message for a person at the dashboard. */
  readonly inDashboard: string;

  constructor(message: string, { isUnknown = false, inDashboard = message, ...options }: OperatorErrorOptions = {}) {
    super(message, options);
    this.isUnknown = isUnknown;
    this.inDashboard = inDashboard;
  }
}
