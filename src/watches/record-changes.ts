// Compares the states of listed records with the states that were last reported.
import type { NewWatchChange, WatchMember } from '../accounts/watch-port.ts';
import type { WatchedField } from '../contract/resources/watches.ts';
import { changedFields } from './record-states.ts';

interface States {
  /** The stored state of each member; an empty text if no state is known. */
  readonly before: ReadonlyMap<string, string | null>;
  readonly states: ReadonlyMap<string, string>;
  readonly observed: readonly WatchedField[];
}

/** The changes to report, and the other members with a new state, whose changes are not observed. */
export function reportableChanges({ before, states, observed }: States) {
  const reportable: NewWatchChange[] = [];
  const unobserved: WatchMember[] = [];
  for (const [record, state] of states) {
    const known = before.get(record) ?? '';
    if (state === known) continue;
    const fields = known === '' ? [] : changedFields(record, known, state);
    const reported = fields.filter((field) => observed.includes(field));
    if (reported.length > 0) reportable.push({ record, state, fields: reported });
    else unobserved.push({ record, state });
  }
  return { reportable, unobserved };
}
