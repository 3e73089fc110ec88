// A loop in the background of a thread: rounds of work with pauses between them.
import { RepeatedFailure } from '../monitoring/repeated-failure.ts';
import { isStoreUnavailable } from '../store-unavailable.ts';

interface LoopOptions {
  /** Does the due work. Resolves to true if the next round is to begin without a pause. */
  readonly round: () => Promise<boolean>;
  readonly pauseMs: number;
  /**
   * Called with the error of a round, before a pause. Not called if the round before failed with the same message, nor
   * for an unreachable store, which is logged elsewhere, once for the process.
   */
  readonly onFailure: (error: unknown) => void;
}

export class BackgroundLoop {
  readonly #options: LoopOptions;
  #rounds: Promise<void> | null = null;
  #isStopping = false;
  #endPause = () => {};
  readonly #failure = new RepeatedFailure();

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  /** True once `stop` has been called, so that a round can end early. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  start(): void {
    this.#rounds ??= this.#run();
  }

  /** Ends the present pause. */
  wake(): void {
    this.#endPause();
  }

  /** Resolves after the running round. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#endPause();
    await this.#rounds;
  }

  async #run(): Promise<void> {
    const { round, onFailure } = this.#options;
    while (!this.#isStopping) {
      let hasMore = false;
      try {
        hasMore = await round();
        this.#failure.end();
      } catch (error) {
        if (!isStoreUnavailable(error) && this.#failure.isNew(error)) onFailure(error);
      }
      if (!hasMore) await this.#pause();
    }
  }

  #pause(): Promise<void> {
    if (this.#isStopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.pauseMs);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
