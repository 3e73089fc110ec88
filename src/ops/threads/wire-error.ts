// The form in which threads send errors to each other: message and code.

export interface WireError {
  readonly message: string;
  /** Such as `SQLITE_FULL`. */
  readonly code: unknown;
}

/** An error of another thread, as rethrown in this one. */
class ErrorOfThread extends Error {
  override readonly name = 'ErrorOfThread';
  readonly code: unknown;

  constructor({ message, code }: WireError) {
    super(message);
    this.code = code;
  }
}

export function wireErrorOf(error: unknown): WireError {
  if (!(error instanceof Error)) return { message: String(error), code: undefined };
  return { message: error.message, code: (error as NodeJS.ErrnoException).code };
}

export function errorOfWire(error: WireError): Error {
  return new ErrorOfThread(error);
}
