// The wire JSON of a job row, in the parts that an edition stores and answers separately.

interface BeforeCompany {
  readonly title: string;
  readonly open_positions: number;
  readonly source: string;
}

interface AfterCompany {
  readonly latest_posted_at: string | null;
  readonly url: string | null;
  /** JSON. */
  readonly locations: string;
}

interface Hiring {
  readonly network_url: string;
  readonly name: string;
  readonly domain: string | null;
}

/** The members before `company`, without braces. */
export function membersBeforeCompany({ title, open_positions, source }: BeforeCompany): string {
  return JSON.stringify({ title, open_positions, source }).slice(1, -1);
}

/** The wire object of `company`, without braces. */
export function hiringMembers({ network_url, name, domain }: Hiring): string {
  return JSON.stringify({ network_url, name, domain }).slice(1, -1);
}

/** The members after `company`, without braces. */
export function membersAfterCompany({ latest_posted_at, url, locations }: AfterCompany): string {
  return `${JSON.stringify({ latest_posted_at, url }).slice(1, -1)},"locations":${locations}`;
}
