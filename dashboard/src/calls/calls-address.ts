// The address of the request log.

interface CallFilters {
  readonly key?: string;
  /** `422`, `4xx` or `errors`. */
  readonly status?: string;
}

/** The address with its filters, and the account that the operator has chosen. */
export function callsAddress({ key = '', status = '' }: CallFilters, account: string | null): string {
  const query = new URLSearchParams({
    ...(key === '' ? {} : { key }),
    ...(status === '' ? {} : { status }),
    ...(account === null ? {} : { account }),
  }).toString();
  return query === '' ? '/calls' : `/calls?${query}`;
}
