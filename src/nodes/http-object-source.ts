// The builder itself as the object store: serving nodes fetch its objects over HTTP.
import { EditionError } from '../search/edition/edition-file.ts';
import { nodeToken } from './node-token.ts';
import { type ObjectSource, withRetries } from './object-store.ts';

/** The path of an object on the builder. */
export const OBJECTS_PATH = '/internal/editions';

/** An object has at most 8 MiB. */
const FETCH_MS = 30_000;

interface HttpObjectSourceOptions {
  /** The address of the builder. */
  readonly url: string;
  readonly secret: string;
  readonly now: () => number;
}

export class HttpObjectSource implements ObjectSource {
  readonly #options: HttpObjectSourceOptions;

  constructor(options: HttpObjectSourceOptions) {
    this.#options = options;
  }

  get(name: string): Promise<Buffer | null> {
    return withRetries(`the builder at ${this.#options.url}`, () => this.#get(name));
  }

  async #get(name: string): Promise<Buffer | null> {
    const { url, secret, now } = this.#options;
    const response = await fetch(new URL(`${OBJECTS_PATH}/${name}`, url), {
      headers: { authorization: nodeToken(secret, name, now()) },
      signal: AbortSignal.timeout(FETCH_MS),
      redirect: 'error',
    });
    if (response.status === 200) return Buffer.from(await response.arrayBuffer());
    await response.body?.cancel();
    if (response.status === 404) return null;
    if (response.status === 401)
      throw new EditionError(
        'the builder rejects this server: set the same CARDFILE_NODE_SECRET on both, and check their clocks',
      );
    throw new EditionError(`the builder answered ${response.status} for an object of the edition`);
  }
}
