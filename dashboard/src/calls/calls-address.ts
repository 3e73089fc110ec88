// The address of the log of requests.

interface CallFilters {
  readonly key?: string;
  /** `422`, `4xx` or `errors`. */
  readonly status?: string;
}

/** With the account of the operator's choice. */
export function callsAddress({ key = '', status = '' }: CallFilters, account: string | null): string {
  const query = new URLSearchParams({
    ...(key === '' ? {} : { key }),
    ...(status === '' ? {} : { status }),
    ...(account === null ? {} : { account }),
  }).toString();
  return query === '' ? '/calls' : `/calls?${query}`;
}
