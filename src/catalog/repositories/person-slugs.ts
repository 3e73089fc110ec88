// The former slugs of people. Rows with a former slug, an alias, match its person; answers do not have it. The undo of
// an import, or the split of merged people, restores slugs and aliases.
import type { FoundPerson } from '../matching/lookups.ts';
import type { PersonTable } from '../tables/person-table.ts';
import type { Select, Sql, Write } from '../tables/sql.ts';
import type { UndoLog } from '../tables/undo-log.ts';

interface Collaborators {
  readonly table: PersonTable;
  readonly undoLog: UndoLog;
}

/** In the undo log: the slug of a person, not an alias. */
const OWN = '=';

export class PersonSlugs {
  readonly #table: PersonTable;
  readonly #undoLog: UndoLog;
  readonly #add: Write;
  readonly #drop: Write;
  readonly #aliasesOf: (ids: readonly number[]) => (readonly [slug: string])[][];
  readonly #holderOf: Select<[string], number>;

  constructor(sql: Sql, { table, undoLog }: Collaborators) {
    this.#table = table;
    this.#undoLog = undoLog;
    this.#add = sql.insert('person_alias', ['slug', 'person_id'], { key: ['slug'], replaces: ['person_id'] });
    this.#drop = sql.remove('person_alias', ['slug']);
    this.#aliasesOf = sql.lookUp('SELECT slug FROM person_alias WHERE person_id = ? ORDER BY slug', 'integer');
    this.#holderOf = sql.values('SELECT person_id FROM person_alias WHERE slug = ? ORDER BY slug');
  }

  /** Adds an alias that was the slug of a person. */
  addAlias(slug: string, id: number): void {
    this.#add.run(slug, id);
  }

  /** Adds an alias that was the slug of no person. */
  addNewAlias(slug: string, id: number): void {
    this.#undoLog.note('person slug', [slug], () => null);
    this.#add.run(slug, id);
  }

  dropAlias(slug: string): void {
    this.#undoLog.note('person slug', [slug], () => this.#holderOf.get(slug)?.toString() ?? null);
    this.#drop.run(slug);
  }

  moveAliases(from: number, to: number): void {
    for (const [slug] of this.#aliasesOf([from])[0] ?? []) {
      this.#undoLog.note('person slug', [slug], () => String(from));
      this.#add.run(slug, to);
    }
  }

  /** Logs the generated slug of a person who is about to lose it. */
  noteLost({ id, slug, hasGeneratedSlug }: FoundPerson): void {
    if (hasGeneratedSlug) this.#undoLog.keep('person slug', [slug], `${OWN}${id}`);
  }

  /** The generated slugs before a run, of the people who lost them in it, by id. */
  before(runId: number): Map<number, string> {
    const states = this.#undoLog.of(runId, 'person slug');
    return new Map(
      states.flatMap(({ key: [slug], state }) => (state?.startsWith(OWN) ? [[Number(state.slice(1)), `${slug}`]] : [])),
    );
  }

  /** Restores the aliases before a run. */
  restore(runId: number): void {
    for (const { key, state } of this.#undoLog.take(runId, 'person slug')) {
      const slug = String(key[0]);
      const [person = null] = state === null || state.startsWith(OWN) ? [] : this.#table.byId([Number(state)]);
      if (person === null) this.#drop.run(slug);
      else this.#add.run(slug, person.id);
    }
  }

  /** Removes the slugs of people from the states that an undo would restore. */
  eraseLogged(people: readonly FoundPerson[]): void {
    const aliases = this.#aliasesOf(people.map(({ id }) => id)).flat();
    const slugs = [...people.map(({ slug }) => slug), ...aliases.map(([slug]) => slug)];
    for (const slug of slugs) this.#undoLog.discard('person slug', [slug]);
  }
}
