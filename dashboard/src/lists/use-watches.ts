// The watches of an account, which several screens show.
import { type Answer, request } from '../api.ts';
import { type Remote, useRemote } from '../remote.ts';

export type Watches = Answer<'GET /watches'>;
export type Watch = Watches['rows'][number];

/** With `everyMs`, reloads at that interval. */
export function useWatches(account: string, everyMs: number | null = null): Remote<Watches> {
  return useRemote((signal) => request('GET /watches', { query: { account }, signal }), [account], { everyMs });
}
