// The client: its settings, and the calls of the API.
import { Batches } from './batches.ts';
import type { CallOptions, Result } from './call.ts';
import { CardfileError } from './errors.ts';
import { Operations, type Paging } from './generated/operations.ts';
import { Paged } from './paged.ts';
import { Transport } from './transport.ts';

export interface CardfileOptions {
  /** The API key; by default the value of the environment variable CARDFILE_KEY. */
  readonly apiKey?: string | undefined;
  /**
   * Address of the service; by default the value of the environment variable CARDFILE_URL, else http://127.0.0.1:8080.
   */
  readonly baseUrl?: string | undefined;
  /** Milliseconds that one attempt may take, 30,000 by default; Infinity: no limit. */
  readonly timeoutMs?: number;
  /** Number of retries after an attempt that failed for a temporary reason; 3 by default. */
  readonly maxRetries?: number;
  /** Delays calls so that they stay below the requests per second of the account; true by default. */
  readonly pace?: boolean;
  /** The function that sends requests; by default the fetch of the runtime. */
  readonly fetch?: typeof fetch;
  /** Additional headers of each call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Allows the client in browsers; false by default. Everyone who opens the page can read the key. */
  readonly allowBrowser?: boolean;
}

const DEFAULTS = { baseUrl: 'http://127.0.0.1:8080', timeoutMs: 30_000, maxRetries: 3 };

/**
 * A client of one account.
 *
 *     const cardfile = new Cardfile({ apiKey, baseUrl: 'https://data.example' });
 *     const { data, credits } = await cardfile.companySearch({ company: { industry: ['Banking'] } });
 *     for await (const person of cardfile.peopleSearch({ people: { job_level: ['VP'] } })) console.log(person.full_name);
 */
export class Cardfile extends Operations {
  /** Look-ups of up to a million rows, executed in the background. */
  readonly batches: Batches;
  readonly #transport: Transport;

  constructor(options: CardfileOptions = {}) {
    super();
    if (isBrowser() && options.allowBrowser !== true) {
      throw new CardfileError('a key in a browser can be read by anyone; call from a server, or set allowBrowser');
    }
    // A key that is read from a file ends with a line feed.
    const apiKey = (options.apiKey ?? environment('CARDFILE_KEY') ?? '').trim();
    if (apiKey === '')
      throw new CardfileError('apiKey is missing: pass it, or set the environment variable CARDFILE_KEY');
    if (!/^[!-~]+$/.test(apiKey))
      throw new CardfileError('the API key has invalid characters; check that the whole key was copied');
    const baseUrl = addressOf(options.baseUrl ?? environment('CARDFILE_URL') ?? DEFAULTS.baseUrl);
    const { timeoutMs = DEFAULTS.timeoutMs, maxRetries = DEFAULTS.maxRetries, pace = true, headers = {} } = options;
    this.#transport = new Transport({
      apiKey,
      baseUrl,
      timeoutMs,
      maxRetries,
      isPaced: pace,
      // Called without a receiver: browsers and Workers reject another one.
      fetch: options.fetch ?? ((...request) => fetch(...request)),
      headers,
    });
    this.batches = new Batches(this.#transport);
  }

  protected override call<Answer>(
    method: 'GET' | 'POST',
    path: string,
    body: unknown,
    options: CallOptions | undefined,
  ): Promise<Result<Answer>> {
    return this.#transport.json({ method, path, body: body === undefined ? body : JSON.stringify(body) }, options);
  }

  protected override paged<Answer, Row>(
    path: string,
    body: object,
    paging: Paging,
    options: CallOptions | undefined,
  ): Paged<Answer, Row> {
    return new Paged((page, settings) => this.call('POST', path, page, settings), body, paging, options);
  }
}

/** An address without a slash at its end, to which paths can be appended. */
function addressOf(given: string): string {
  const baseUrl = given.trim();
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new CardfileError(`baseUrl is not a URL: ${baseUrl}`);
  if (/[?#]/.test(baseUrl)) throw new CardfileError(`baseUrl must have an address and a path only: ${baseUrl}`);
  // The message does not show the address, as it contains a password.
  if (new URL(baseUrl).password !== '')
    throw new CardfileError('baseUrl has a password, which fetch rejects; send it in headers');
  const address = baseUrl.replace(/\/+$/, '');
  if (/^https?:\/\/[^/]+\/v2$/i.test(address))
    throw new CardfileError(`baseUrl ends with /v2, which the client adds: give ${address.slice(0, -3)}`);
  return address;
}

function isBrowser(): boolean {
  const { window, document } = globalThis as { readonly window?: unknown; readonly document?: unknown };
  return window !== undefined && document !== undefined;
}

/** An environment variable; undefined in runtimes that have none. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { readonly process?: { readonly env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
