// Reported changes in the form of answers. The records are read now: a record that was suppressed or removed in the
// meantime is left out.
import type { Watch, WatchChange } from '../accounts/watch-port.ts';
import type { Catalog } from '../catalog/port.ts';
import type { Turn } from '../ops/scheduling/turn.ts';

interface Showing {
  readonly catalog: Pick<Catalog, 'peopleByIds' | 'companiesByIds' | 'jobRowsByIds'>;
  readonly kind: Watch['kind'];
  readonly turn: Turn;
}

const ROWS_AT_ONCE = 20;

interface ShownRecord {
  readonly record: 'person' | 'company' | 'job';
  readonly network_url: string;
  readonly name: string;
}

/** A change in the form of the API. */
export interface ShownChange extends ShownRecord {
  readonly id: number;
  readonly type: 'matched' | 'changed';
  readonly at: string;
  readonly fields: readonly string[];
}

export async function shownChanges(changes: readonly WatchChange[], showing: Showing): Promise<ShownChange[]> {
  const shown: ShownChange[] = [];
  for (let at = 0; at < changes.length; at += ROWS_AT_ONCE) {
    await showing.turn.pause();
    const some = changes.slice(at, at + ROWS_AT_ONCE);
    const records = await recordsOf(some, showing);
    for (const { number: id, record, fields, at: reportedAt } of some) {
      const found = records.get(record);
      const type = showing.kind === 'search' ? 'matched' : 'changed';
      if (found) shown.push({ id, type, at: new Date(reportedAt).toISOString(), ...found, fields });
    }
  }
  return shown;
}

async function recordsOf(changes: readonly WatchChange[], { catalog }: Showing): Promise<Map<string, ShownRecord>> {
  const idsOf = (kind: string) =>
    changes.flatMap(({ record }) => (record.startsWith(kind) ? [Number(record.slice(1))] : []));
  const found = new Map<string, ShownRecord>();
  const people = idsOf('p');
  for (const [index, json] of (await catalog.peopleByIds(people)).entries()) {
    if (json === null) continue;
    const { network_url, full_name } = JSON.parse(json.toString()) as { network_url: string; full_name: string };
    found.set(`p${people[index]}`, { record: 'person', network_url, name: full_name });
  }
  const companies = idsOf('c');
  for (const [index, company] of (await catalog.companiesByIds(companies)).entries()) {
    if (company === null) continue;
    const { network_url, name } = company;
    found.set(`c${companies[index]}`, { record: 'company', network_url, name });
  }
  const jobs = idsOf('j');
  for (const [index, row] of (await catalog.jobRowsByIds(jobs)).entries()) {
    if (row === null) continue;
    const { title, company } = JSON.parse(row) as { title: string; company: { network_url: string } };
    found.set(`j${jobs[index]}`, { record: 'job', network_url: company.network_url, name: title });
  }
  return found;
}
