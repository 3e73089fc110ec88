// Values of records that the tab has stored. They are shown only after the server has confirmed that their records are
// still there: a record that was hidden, forgotten or removed in the meantime is dropped.
import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { type ApiFailure, request } from '../api.ts';
import { keptInTab } from '../kept.ts';
import { useRemote } from '../remote.ts';

/** A record as the API answers it. */
export type Row = Readonly<Record<string, unknown>>;

interface Shelf<Value> {
  /** Larger values are kept in memory only. */
  readonly isSmall: (value: Value) => boolean;
  /** The value without records that are gone. */
  readonly without: (value: Value, gone: ReadonlySet<string>) => Value;
}

const drops = new Map<string, (gone: ReadonlySet<string>) => void>();

/** Like keptInTab, for values of records. `drop` removes records by their profile URLs. */
export function recordsInTab<Value>(name: string, first: Value, { isSmall, without }: Shelf<Value>): Signal<Value> {
  const kept = keptInTab(name, first, isSmall);
  if (!drops.has(name))
    drops.set(name, (gone) => {
      kept.value = without(kept.value, gone);
    });
  return kept;
}

const companyOf = (row: Row) => (row['company'] ?? null) as Row | null;
const urlOf = (row: Row | null) => (row?.['network_url'] ?? null) as string | null;

/** Keeps the rows that are not gone. A person stays without a company that is gone; an opening of it goes, too. */
export function rowsWithout(rows: readonly Row[], gone: ReadonlySet<string>): readonly Row[] {
  return rows.flatMap((row) => {
    const [own, employer] = [urlOf(row), urlOf(companyOf(row))];
    if (own !== null && gone.has(own)) return [];
    if (employer === null || !gone.has(employer)) return [row];
    return own === null ? [] : [{ ...row, company: null }];
  });
}

/** URLs of records that the server has answered or confirmed since the page was loaded. */
const confirmed = new Set<string>();

function urlsIn(rows: readonly Row[]): readonly string[] {
  const urls = rows.flatMap((row) => [urlOf(row), urlOf(companyOf(row))]);
  return [...new Set(urls.filter((url) => url !== null))];
}

/** Rows of an answer that has just arrived need no check. */
export function confirmRows(rows: readonly Row[]): void {
  for (const url of urlsIn(rows)) confirmed.add(url);
}

const ASKED_MAX = 500;

/** Drops the records that are gone, and confirms the rest. */
async function check(rows: readonly Row[], account: string | undefined, signal: AbortSignal) {
  const urls = urlsIn(rows);
  for (let start = 0; start < urls.length; start += ASKED_MAX) {
    const part = urls.slice(start, start + ASKED_MAX);
    const companies = part.filter((url) => url.includes('/company/'));
    const people = part.filter((url) => !companies.includes(url));
    const result = await request('POST /records/gone', {
      body: { ...(account === undefined ? {} : { account }), people, companies },
      signal,
    });
    if (!result.ok) return result;
    const gone = new Set(result.answer.gone);
    if (gone.size > 0) for (const drop of drops.values()) drop(gone);
    for (const url of part) gone.has(url) ? confirmed.delete(url) : confirmed.add(url);
  }
  return { ok: true, answer: null } as const;
}

export interface StoredCheck {
  /** Whether the rows may be shown. */
  readonly isConfirmed: boolean;
  readonly failure: ApiFailure | null;
  readonly retry: () => void;
}

/** Checks the stored rows of a screen when it opens and when `subject` changes. */
export function useStored(rows: readonly Row[], account: string | null, subject: string | null): StoredCheck {
  const latest = useRef(rows);
  latest.current = rows;
  const { failure, reload } = useRemote(
    (signal) => check(latest.current, account ?? undefined, signal),
    [subject, account],
  );
  return { isConfirmed: urlsIn(rows).every((url) => confirmed.has(url)), failure, retry: reload };
}
