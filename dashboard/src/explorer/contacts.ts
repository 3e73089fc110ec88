// Cache of revealed e-mail addresses and phone numbers by account and person, so that no contact is charged twice.
import { useState } from 'preact/hooks';
import { type ApiFailure, callV2 } from '../api.ts';
import { announce } from '../components/notices.tsx';
import { recordsInTab } from '../record/stored-records.ts';
import { EXPLORER_TEXTS } from '../texts/explorer-texts.ts';

export type ContactKind = 'email' | 'phone';

/** A revealed address or number. */
export interface Contact {
  readonly value: string;
  /** Status of an e-mail address or kind of a phone number; null if unknown. */
  readonly note: string | null;
}

/** Keyed by account, kind and profile URL; null if there is no contact, which was not charged. */
type Contacts = Readonly<Record<string, Contact | null>>;

const STORED_MAX = 5000;
const BULK_MAX = 100;
const contacts = () =>
  recordsInTab<Contacts>(
    'contacts',
    {},
    {
      isSmall: (value) => Object.keys(value).length <= STORED_MAX,
      without: (value, gone) =>
        Object.fromEntries(Object.entries(value).filter(([name]) => !gone.has(name.split(' ').at(-1) ?? ''))),
    },
  );

export const CONTACT_PATHS: Readonly<Record<ContactKind, string>> = {
  email: '/v2/enrichment/email',
  phone: '/v2/enrichment/phone',
};
export const CONTACT_KINDS = Object.keys(CONTACT_PATHS) as ContactKind[];
const BULK_PATHS: Readonly<Record<ContactKind, string>> = { email: '/v2/bulk/email', phone: '/v2/bulk/phone' };

const nameOf = (account: string, kind: ContactKind, url: string) => `${account} ${kind} ${url}`;

/** The revealed contact; undefined if not revealed yet, null if there is none. */
export function revealed(account: string, kind: ContactKind, url: string): Contact | null | undefined {
  return contacts().value[nameOf(account, kind, url)];
}

/** The people whose contacts are not revealed yet. */
export function unrevealed(account: string, kind: ContactKind, urls: readonly string[]): readonly string[] {
  return urls.filter((url) => revealed(account, kind, url) === undefined);
}

/** Returns true if any contact of this kind was revealed for the account. */
export function hasRevealed(account: string, kind: ContactKind): boolean {
  return Object.keys(contacts().value).some((name) => name.startsWith(`${account} ${kind} `));
}

interface ContactAnswer {
  readonly email?: string;
  readonly status?: string | null;
  readonly phone?: string;
  readonly kind?: string | null;
}

function contactOf({ email, status, phone, kind }: ContactAnswer): Contact {
  return email === undefined ? { value: phone ?? '', note: kind ?? null } : { value: email, note: status ?? null };
}

interface BulkAnswer {
  readonly results: readonly {
    readonly status: number;
    readonly body?: ContactAnswer;
    readonly error?: { readonly code: string; readonly message: string };
  }[];
  readonly credits_used: number;
}

export interface Revealed {
  readonly found: number;
  readonly credits: number;
  readonly failure: ApiFailure | null;
}

interface Revealing {
  readonly account: string;
  readonly kind: ContactKind;
  readonly urls: readonly string[];
  /** Stops before the next call. A running call is charged, so its contacts are kept. */
  readonly signal?: AbortSignal;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The last reveal. One runs at a time, so that no contact is bought by two of them. */
let last: Promise<unknown> = Promise.resolve();

/** Reveals contacts in calls of up to 100 people. If a call fails, the results of earlier calls are kept. */
export function reveal(revealing: Revealing): Promise<Revealed> {
  const next = last.then(() => revealNow(revealing));
  last = next.catch(() => undefined);
  return next;
}

async function revealNow({ account, kind, urls, signal }: Revealing): Promise<Revealed> {
  let [found, credits] = [0, 0];
  const wanted = unrevealed(account, kind, urls);
  for (let start = 0; start < wanted.length && !signal?.aborted; start += BULK_MAX) {
    const part = wanted.slice(start, start + BULK_MAX);
    const items = part.map((url) => ({
      person_network_url: url,
      ...(kind === 'phone' ? { include_work: true } : {}),
    }));
    const answer = await callV2({ method: 'POST', path: BULK_PATHS[kind], body: { items }, account });
    if (answer.status === 429) {
      await pause(Number(answer.headers.get('retry-after') ?? 1) * 1000);
      start -= BULK_MAX;
      continue;
    }
    if (answer.failure) return { found, credits, failure: answer.failure };
    const { results, credits_used: used } = answer.body as BulkAnswer;
    const entries = results.flatMap(({ status, body }, place): [string, Contact | null][] => {
      const name = nameOf(account, kind, part[place] ?? '');
      if (status === 200 && body) return [[name, contactOf(body)]];
      return status === 404 ? [[name, null]] : [];
    });
    contacts().value = { ...contacts().value, ...Object.fromEntries(entries) };
    found += entries.filter(([, contact]) => contact !== null).length;
    credits += used;
    const short = results.find(({ status }) => status === 402);
    if (short?.error) return { found, credits, failure: { ...short.error, status: 402, details: [], requestId: null } };
  }
  return { found, credits, failure: null };
}

/** Reveals contacts on request and shows the cost in a message. */
export function useReveal(account: string) {
  const [isRevealing, setRevealing] = useState<ContactKind | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [report, setReport] = useState<string | null>(null);
  const start = async (kind: ContactKind, urls: readonly string[]) => {
    if (isRevealing) return;
    const requested = unrevealed(account, kind, urls).length;
    setRevealing(kind);
    const result = await reveal({ account, kind, urls });
    setRevealing(null);
    setFailure(result.failure);
    const text = EXPLORER_TEXTS.revealed(result.found, requested, result.credits);
    setReport(text);
    announce(text);
  };
  return { isRevealing, failure, report, start };
}
