// Records of the fixture: short constructors of the import form (contract: import records).

const HOST = 'https://www.network.example';

/** Profile URL of a company as in answers. */
export const companyUrl = (slug: string) => `${HOST}/company/${encodeURIComponent(slug)}`;

/** Profile URL of a person as in answers. */
export const personUrl = (slug: string) => `${HOST}/in/${encodeURIComponent(slug)}`;

type Members = Readonly<Record<string, unknown>>;

/** A company; `members` has `size` and `employee_count` if they are known. */
export function company(slug: string, name: string, members: Members = {}) {
  return { network_url: companyUrl(slug), name, ...members };
}

/** A current position; the employer is a slug, or an object that identifies it in another way. */
export function position(employer: string | Members, job_title: string | null, members: Members = {}) {
  const reference = typeof employer === 'string' ? { company_network_url: companyUrl(employer) } : employer;
  return { ...reference, job_title, job_is_current: true, ...members };
}

/** Level and function from the import, which take precedence over the title. */
export function rank(job_level: string, job_function = 'Other') {
  return { job_level, job_function };
}

/** A person; `connections` null is unknown. */
export function person(slug: string, connections: number | null, members: Members = {}) {
  const words = slug.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { network_url: personUrl(slug), full_name: words.join(' '), connections_count: connections, ...members };
}

/** An opening of the source `board`, unless `members` has another. */
export function opening(employer: string, title: string, members: Members = {}) {
  return { company_network_url: companyUrl(employer), title, source: 'board', ...members };
}
