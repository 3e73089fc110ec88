// Runs a waterfall. A company that is given by name is looked up first, at the price of a match. The tab caches the
// results.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PersonWire } from '../../../src/contract/schemas/records.ts';
import { type ApiFailure, callV2 } from '../api.ts';
import { announce } from '../components/notices.tsx';
import { creditsOf } from '../endpoints.ts';
import { keptInTab } from '../kept.ts';
import { addRecords } from '../record/known-records.ts';
import { confirmRows, recordsInTab, useStored } from '../record/stored-records.ts';
import { WATERFALL_TEXTS } from '../texts/waterfall-texts.ts';
import { type WaterfallForm, waterfallBody } from './steps.ts';

export interface WaterfallRow {
  /** Number of the step, from 1. */
  readonly icp: number;
  readonly ranking: number;
  readonly person: PersonWire;
}

export const WATERFALL_PATH = '/v2/search/waterfall-icp-keyword';
const MATCH_PATH = '/v2/match/company';

/** Keyed by account and body. */
type Runs = Readonly<Record<string, readonly WaterfallRow[]>>;
/** Profile URLs of companies, keyed by account and name. */
type Found = Readonly<Record<string, string>>;

const runs = () =>
  recordsInTab<Runs>(
    'waterfall.runs',
    {},
    {
      isSmall: (value) => Object.keys(value).length <= 20,
      without: (value, gone) =>
        Object.fromEntries(
          Object.entries(value).map(([name, rows]) => [name, rows.filter((row) => !gone.has(row.person.network_url))]),
        ),
    },
  );
const found = () => keptInTab<Found>('waterfall.companies', {}, () => true);

const isAddress = (company: string) => company.includes('/');
const nameKey = (owner: string, company: string) => `${owner} ${company.trim().toLowerCase()}`;

/** The profile URL of the company in the form; null if it must be looked up by name. */
function addressOf({ company }: WaterfallForm, owner: string): string | null {
  if (isAddress(company)) return company.trim();
  return found().value[nameKey(owner, company)] ?? null;
}

/** Credits that a run costs. */
export function costOfRun(form: WaterfallForm, owner: string | null): number {
  const hasToLookUp = owner !== null && form.company.trim() !== '' && addressOf(form, owner) === null;
  return creditsOf(WATERFALL_PATH) + (hasToLookUp ? creditsOf(MATCH_PATH) : 0);
}

interface State {
  readonly failure: ApiFailure | null;
  readonly isLoading: boolean;
}

/**
 * A match by name alone scores below the default minimum; each of two companies with the same name scores below this.
 */
const NAME_SCORE_MIN = 0.5;

export function useCascade(form: WaterfallForm, owner: string | null) {
  const [state, setState] = useState<State>({ failure: null, isLoading: false });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const address = owner === null ? null : addressOf(form, owner);
  const nameOf = (body: object) => `${owner} ${JSON.stringify(body)}`;
  const name = address === null ? null : nameOf(waterfallBody({ ...form, company: address }));
  const rows = name === null ? null : (runs().value[name] ?? null);
  const stored = useStored(rows?.map(({ person }) => person) ?? [], owner, rows && name);

  /** The profile URL of the company, or the failure. */
  const resolve = async (signal: AbortSignal): Promise<string | ApiFailure> => {
    if (owner === null || address !== null) return address ?? '';
    const body = { name: form.company.trim(), min_score: NAME_SCORE_MIN };
    const { failure, body: answer } = await callV2({ method: 'POST', path: MATCH_PATH, body, account: owner, signal });
    if (failure?.status === 404) return { ...failure, details: [{ path: 'name', message: WATERFALL_TEXTS.noCompany }] };
    if (failure) return failure;
    const { network_url: url } = (answer as { company: { network_url: string } }).company;
    found().value = { ...found().value, [nameKey(owner, form.company)]: url };
    return url;
  };

  const run = async () => {
    if (owner === null) return;
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    setState({ failure: null, isLoading: true });
    const company = await resolve(mine.signal);
    if (mine.signal.aborted) return;
    if (typeof company !== 'string') return setState({ failure: company, isLoading: false });
    const body = waterfallBody({ ...form, company });
    const { failure, body: answer } = await callV2({
      ...{ method: 'POST', path: WATERFALL_PATH, account: owner },
      ...{ body, signal: mine.signal },
    });
    if (mine.signal.aborted) return;
    setState({ failure, isLoading: false });
    if (failure) return announce(failure.message);
    const { results } = answer as { results: readonly WaterfallRow[] };
    confirmRows(results.map(({ person }) => person));
    runs().value = { ...runs().value, [nameOf(body)]: results };
    addRecords(
      'person',
      results.map(({ person }) => ({ ...person, company: null })),
      owner,
    );
    announce(WATERFALL_TEXTS.found(results.length));
  };
  return { tried: { ...state, rows: state.isLoading ? null : rows, stored }, run };
}
