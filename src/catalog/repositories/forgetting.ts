// Finds people by their identifiers, and erases them permanently.
import type { ForgottenPerson, PersonSelector } from '../admin-port.ts';
import type { KindTypes } from '../matching/decide-row.ts';
import { peopleOfAddress } from '../tables/people-of-address.ts';
import type { SuppressionEntry } from '../writer-port.ts';
import type { RecordRepository } from './record-repository.ts';
import type { Repositories } from './repositories.ts';

export class Forgetting {
  readonly #repositories: Repositories;

  constructor(repositories: Repositories) {
    this.#repositories = repositories;
  }

  forget(who: PersonSelector, suppressAt: string | null, by: string | null): ForgottenPerson[] {
    const identities = new Map<string, readonly string[]>();
    const ids = this.#idsOf(who);
    const forgotten = this.#knownOf(ids);
    for (const [index, id] of ids.entries()) {
      const { slugs } = forgotten[index] as ForgottenPerson;
      for (const slug of slugs) identities.set(slug, this.#repositories.identities.behindSlug('person', id, slug));
      this.#repositories.people.verdicts.remove({ plain: slugs, detailed: [] });
      eraseRecords(this.#repositories.people, [id]);
    }
    // Earlier editions still contain the person.
    if (forgotten.length > 0) this.#repositories.generations.markHidden();
    if (suppressAt !== null && forgotten.length > 0) {
      for (const entry of [...entriesOf(forgotten), entryOf(who)]) {
        const behind = entry.kind === 'person' ? (identities.get(entry.value) ?? []) : [];
        this.#repositories.suppressions.suppress({ ...entry, by, reason: 'erasure', identities: behind }, suppressAt);
      }
    }
    return forgotten;
  }

  named(who: PersonSelector): ForgottenPerson[] {
    return this.#knownOf(this.#idsOf(who));
  }

  slugsOf(who: PersonSelector): string[] {
    return this.#idsOf(who).map((id) => this.#repositories.people.slugOf(id) ?? '');
  }

  isSuppressed(who: PersonSelector): boolean {
    const { kind, value } = entryOf(who);
    return this.#repositories.suppressions.hasEntry(kind, value);
  }

  #idsOf(who: PersonSelector): number[] {
    this.#repositories.store.indexes.ensure();
    const ids = (text: string, value: string) => this.#repositories.store.sql.values<[string], number>(text).all(value);
    if ('email' in who) return peopleOfAddress(this.#repositories.store.sql, who.email);
    if ('phone' in who)
      return ids('SELECT DISTINCT person_id FROM phone WHERE phone = ? ORDER BY person_id', who.phone);
    const id = this.#repositories.people.idOf(who.slug);
    return id === null ? [] : [id];
  }

  #knownOf(ids: readonly number[]): ForgottenPerson[] {
    const { people, store } = this.#repositories;
    const aliases = store.sql.values<[number], string>(
      'SELECT slug FROM person_alias WHERE person_id = ? ORDER BY slug',
    );
    const isOwn = (phone: string) => this.#idsOf({ phone }).every((owner) => ids.includes(owner));
    return ids.map((id) => {
      const records = [people.recordOf(id), ...people.rowsOf(id).map(({ record }) => record)];
      const slugs = [people.slugOf(id) ?? '', ...aliases.all(id), ...records.map((each) => each.network_url.slug)];
      const phones = records.flatMap((each) => each.phones).filter(({ kind }) => kind !== 'work');
      return {
        full_name: people.recordOf(id).full_name,
        slugs: [...new Set(slugs)],
        emails: [...new Set(records.flatMap(({ emails }) => emails.map(({ email }) => email)))],
        phones: [...new Set(phones.map(({ phone }) => phone))].filter(isOwn),
      };
    });
  }
}

/** Removes records, their logged states, which an undo would restore, and the verdicts over them. */
export function eraseRecords<Kind extends KindTypes>(repository: RecordRepository<Kind>, ids: readonly number[]): void {
  const keys = repository.verdicts.areNone ? [] : ids.map((id) => repository.decisions.keysOf(id));
  for (const each of keys) repository.verdicts.remove(each);
  for (const id of ids) repository.constraints.eraseLogged(id);
  repository.eraseLogged(ids);
  repository.removeAll(ids);
}

/** The entries exclude phone numbers, which are shared: a suppressed switchboard would hide every colleague. */
function entriesOf(people: readonly ForgottenPerson[]): SuppressionEntry[] {
  return [
    ...people.flatMap(({ slugs }) => slugs.map((value) => ({ kind: 'person' as const, value }))),
    ...people.flatMap(({ emails }) => emails.map((value) => ({ kind: 'email' as const, value }))),
  ];
}

/** The value by which the people were selected, even if it is a number. */
function entryOf(who: PersonSelector): SuppressionEntry {
  if ('slug' in who) return { kind: 'person', value: who.slug };
  if ('email' in who) return { kind: 'email', value: who.email };
  return { kind: 'phone', value: who.phone };
}
