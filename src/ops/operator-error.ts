// Errors that are not bugs, and that the operator can correct.

interface OperatorErrorOptions extends ErrorOptions {
  /** True if no object has the given name, slug or id; nothing was changed. */
  readonly isUnknown?: boolean;
  /** The message worded for the dashboard, if `message` names a command or an option. */
  readonly inDashboard?: string;
}

/** An error whose message states the fault and the remedy; shown without a stack trace. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  readonly isUnknown: boolean;
  /** The message as shown in the dashboard. */
  readonly inDashboard: string;

  constructor(message: string, { isUnknown = false, inDashboard = message, ...options }: OperatorErrorOptions = {}) {
    super(message, options);
    this.isUnknown = isUnknown;
    this.inDashboard = inDashboard;
  }
}
