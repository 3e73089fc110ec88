// Merges the positions of a person from several rows into one list. If the newest row has only a title or only an
// employer, an older position completes it.
import type { ExperienceRecord } from '../contract/import-records.ts';
import { namesEmployer } from './normalize/identities.ts';
import { comparePositions } from './normalize/positions.ts';

type Positions = readonly ExperienceRecord[];

/**
 * The first list that is not empty, as a whole; `lists` is in order of precedence. If that list is one current position
 * without employer or without title, the next list completes it. So a person whose newest row has only a title stays on
 * the staff of the company.
 */
export function mergedPositions(lists: readonly Positions[]): Positions {
  return lists.reduceRight<Positions>((older, list) => (list.length === 0 ? older : withOlder(list, older)), []);
}

function withOlder(list: Positions, older: Positions): Positions {
  const [own, ...others] = list;
  if (own === undefined || others.length > 0 || !own.job_is_current || older.length === 0) return list;
  const current = older.filter(({ job_is_current }) => job_is_current);
  if (own.job_title === null) return current.some((each) => comparePositions(each, own) === 'same') ? older : list;
  if (namesEmployer(own) || !older.some(namesEmployer)) return list;
  if (older.some((each) => comparePositions(each, own) === 'same')) return older;
  const [main, ...further] = current;
  // If there are several positions, it is unknown to which one the title belongs.
  return main === undefined || further.length > 0 ? older : older.map((each) => (each === main ? at(main, own) : each));
}

/** The position with the employer of another position. */
function at(employed: ExperienceRecord, position: ExperienceRecord): ExperienceRecord {
  const { company_name, company_domain, company_network_url, is_primary, job_location } = employed;
  const employer = { company_name, company_domain, company_network_url };
  return { ...position, ...employer, is_primary, job_location: position.job_location ?? job_location };
}
