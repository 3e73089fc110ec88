// An S3-compatible bucket as the object store, over plain signed HTTP.
import { AwsClient } from 'aws4fetch';
import { systemClock } from '../ops/clock.ts';
import { EditionError } from '../search/edition/edition-file.ts';
import { BusyObjectStore, isObjectName, type ObjectStore, withRetries } from './object-store.ts';

/** An object has at most 8 MiB. */
const REQUEST_MS = 60_000;
const PAGES_MAX = 10_000;
const BUCKET = 'the bucket of editions';
/** A signature has the time of the database, if the clock of this machine differs from it. */
const CLOCKS = 'its clock differs from the clock of the database: synchronize all clocks by NTP';

export interface BucketAddress {
  /** URL of the server, with bucket and prefix as path, without a trailing slash. */
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

export class BucketObjectStore implements ObjectStore {
  readonly #client: AwsClient;
  readonly #requestMs: number;
  readonly #bucket: string;
  /** Prefix of the objects' keys; empty, or with a trailing slash. */
  readonly #prefix: string;
  /** The prefix as part of a URL path. */
  readonly #path: string;

  constructor({ url, region, accessKey, secretKey }: BucketAddress, requestMs = REQUEST_MS) {
    this.#requestMs = requestMs;
    this.#client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, region, service: 's3' });
    const { origin, pathname } = new URL(url);
    const [bucket = '', ...prefix] = pathname.split('/').filter((part) => part !== '');
    this.#bucket = `${origin}/${bucket}`;
    this.#path = prefix.map((part) => `${part}/`).join('');
    this.#prefix = decodeURIComponent(this.#path);
  }

  get(name: string): Promise<Buffer | null> {
    return withRetries(BUCKET, () => this.#get(name));
  }

  put(name: string, bytes: Buffer): Promise<void> {
    return withRetries(BUCKET, () => this.#put(name, bytes));
  }

  list(): Promise<readonly string[]> {
    return withRetries(BUCKET, () => this.#list());
  }

  remove(name: string): Promise<void> {
    return withRetries(BUCKET, () => this.#remove(name));
  }

  async #get(name: string): Promise<Buffer | null> {
    const response = await this.#send('GET', `/${this.#path}${name}`);
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    const { code, error } = await failureOf(response, 'read');
    // A 404 may also mean that there is no such bucket.
    if (response.status === 404 && code !== 'NoSuchBucket') return null;
    throw error;
  }

  async #put(name: string, bytes: Buffer): Promise<void> {
    const key = `/${this.#path}${name}`;
    const known = await this.#send('HEAD', key);
    if (known.status === 200 && Number(known.headers.get('content-length')) === bytes.length) return;
    // The bucket rejects bytes that were changed in transit: the name is their checksum.
    const content = { body: new Uint8Array(bytes), headers: { 'x-amz-content-sha256': name } };
    await (await sound(await this.#send('PUT', key, content), 'written')).arrayBuffer();
  }

  async #list(): Promise<readonly string[]> {
    const names: string[] = [];
    let token: string | null = null;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query: Record<string, string> = { 'list-type': '2', prefix: this.#prefix };
      if (token !== null) query['continuation-token'] = token;
      const response = await sound(await this.#send('GET', `/?${new URLSearchParams(query)}`), 'listed');
      const text = await response.text();
      const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
        plain(key).slice(this.#prefix.length),
      );
      names.push(...keys.filter(isObjectName));
      token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1] ?? null;
      if (token === null) return names;
    }
    return names;
  }

  async #remove(name: string): Promise<void> {
    const response = await this.#send('DELETE', `/${this.#path}${name}`);
    if (response.status !== 404) await sound(response, 'removed');
    await response.body?.cancel();
  }

  async #send(method: string, path: string, content: Content = {}): Promise<Response> {
    const datetime = new Date(systemClock.now()).toISOString().replace(/[:-]|\.\d{3}/g, '');
    const { headers } = await this.#client.sign(`${this.#bucket}${path}`, { method, ...content, aws: { datetime } });
    // The signal is not passed in a `Request`, which references it weakly, so that the timeout could be lost.
    const signal = AbortSignal.timeout(this.#requestMs);
    return fetch(`${this.#bucket}${path}`, { method, ...content, headers, signal, redirect: 'error' });
  }
}

interface Content {
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Decodes the entities of an XML text. */
function plain(text: string): string {
  return text.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

async function sound(response: Response, what: string): Promise<Response> {
  if (response.ok) return response;
  throw (await failureOf(response, what)).error;
}

async function failureOf(response: Response, what: string) {
  const text = await response.text().catch(() => '');
  const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? '';
  const answered = `an object of the bucket could not be ${what}: it answered ${response.status} ${code}`.trim();
  const reason = code === 'RequestTimeTooSkewed' ? `${answered}; ${CLOCKS}` : answered;
  const isBusy = response.status >= 500 || response.status === 429;
  return { code, error: isBusy ? new BusyObjectStore(reason) : new EditionError(reason) };
}
