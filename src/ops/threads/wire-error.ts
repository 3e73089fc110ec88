// The wire form of an error between threads: its message and its code.

export interface WireError {
  readonly message: string;
  /** Such as `SQLITE_FULL`. */
  readonly code: unknown;
}

/** A failure in another thread, as rethrown in this one. */
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
