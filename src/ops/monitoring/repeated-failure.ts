// A failure of work that is attempted again and again: it is logged once, not at each attempt.
import { messageOf } from '../message-of.ts';

export class RepeatedFailure {
  #message: string | null = null;

  /** Notes a failed attempt. False if the one before it failed with the same message. */
  isNew(error: unknown): boolean {
    const message = messageOf(error);
    const isNew = message !== this.#message;
    this.#message = message;
    return isNew;
  }

  /** Notes an attempt that succeeded. */
  end(): void {
    this.#message = null;
  }
}
