// Reference store in memory for records of one kind: the smallest store over which the decisions of matching/ run.
// Every look-up is a scan.
import type { CompanyRecord } from '../../contract/import-records.ts';
import { companyNameKey } from '../../identity/company-names/company-name.ts';
import { siteOf } from '../../identity/domain.ts';
import { areLinkedCompanies, type CompanyKind, companyRules } from '../matching/company-rules.ts';
import {
  decideRow,
  type KindTypes,
  type MatchingRules,
  type RecordChange,
  recordOfRows,
  type SeenRow,
} from '../matching/decide-row.ts';
import { rowOf } from '../matching/fold-rows.ts';
import {
  CANDIDATES_MAX,
  COLLEAGUES_MAX,
  type FoundRecord,
  HOLDERS_MAX,
  type RecordLookups,
} from '../matching/lookups.ts';
import { areLinkedPeople, type PersonKind, personRules } from '../matching/person-rules.ts';
import { withSeenRun } from '../matching/seen-runs.ts';
import { slugsToRestore } from '../matching/slugs-to-restore.ts';
import { type Origin, type RunSource, recordItself, type SourceRow } from '../matching/source-row.ts';
import { type FormerPart, partsBeforeRun, rowsWithoutRun } from '../matching/undo-run.ts';
import { furtherKeys, nameBlocks } from '../name-blocks.ts';
import { personRecord } from '../views/person-json.ts';
import type { MergeRules, Outcome } from '../writer-port.ts';

export interface MemoryRecord<Kind extends KindTypes> {
  readonly id: number;
  readonly state: Kind['state'];
  readonly rows: readonly SourceRow<Kind['stored']>[];
}

/** The part of a kind that depends on its fields. */
interface KindInMemory<Kind extends KindTypes> {
  rules(lookups: RecordLookups<Kind['stored'], Kind['found']>, memory: MemoryRecords<Kind>): MatchingRules<Kind>;
  found(shared: Omit<FoundRecord, 'slug' | 'hasGeneratedSlug'>, state: Kind['state']): Kind['found'];
  storedOf(state: Kind['state']): Kind['stored'];
  /** Whether the slug is made. */
  isGenerated(state: Kind['state']): boolean;
  areLinked(a: Kind['stored'], b: Kind['stored']): boolean;
  /** Stores the rest of a written change: aliases, places on sites. */
  written(change: Pick<RecordChange<Kind>, 'former' | 'state'>, id: number): void;
  removed(id: number): void;
  alias(incoming: Kind['incoming'], id: number): void;
  /** The record whose generated slug a write replaces. */
  displaced(state: Kind['state']): Kind['found'] | null;
  /** Called when a run begins. */
  begin(runId: number): void;
  /**
   * Called after the undo of the latest run: restores the slugs that records had before the run, and the former slugs.
   */
  restoreSlugs(slugs: ReadonlyMap<number, string>, runId: number): void;
}

export class MemoryRecords<Kind extends KindTypes> {
  readonly records = new Map<number, MemoryRecord<Kind>>();
  readonly rules: MatchingRules<Kind>;
  readonly #kind: KindInMemory<Kind>;
  readonly #runs: RunSource[] = [];
  /** Ids of the runs that are not undone. */
  readonly #runIds: number[] = [];
  /** Entries of the form `run:record`. */
  readonly #seen = new Set<string>();
  /** For each run, the generated slugs of the records that it changed, before the run. */
  readonly #slugsBefore = new Map<number, Map<number, string>>();
  #lastId = 0;
  #lastRowId = 0;

  constructor(kind: KindInMemory<Kind>) {
    this.#kind = kind;
    this.rules = kind.rules(this.#lookups(), this);
  }

  /** Imports one file as one run. Its rows begin at line 2. Returns the outcome of each row. */
  load(rows: readonly Kind['incoming'][], source: string, runAt: string): Outcome[] {
    const sourceId = this.#runs.find((run) => run.source === source)?.sourceId ?? this.#runs.length + 1;
    const runId = this.#runs.push({ sourceId, source, priority: 0, runAt, isPush: false, isUndone: false });
    this.#runIds.push(runId);
    this.#kind.begin(runId);
    return rows.map((incoming, index) => {
      const decision = decideRow(incoming, { runId, sourceId, file: 0, line: index + 2, rowVerdicts: [] }, this.rules);
      if (decision === null) throw new Error('nothing is unknown in memory');
      if (decision.aliasOf !== null) this.#kind.alias(incoming, decision.aliasOf);
      if (decision.outcome === 'written') return this.#write(decision.change, incoming);
      if (decision.outcome === 'unchanged' && decision.seen) this.#markSeen(decision.seen, runId);
      return decision.outcome;
    });
  }

  /** Undoes the latest run that is not undone; does nothing if there is none. */
  undoLast(): void {
    const runId = this.#runIds.pop();
    if (runId === undefined) return;
    this.#runs[runId - 1] = { ...this.#sourceOf(runId), isUndone: true };
    // There is no later run.
    const others = { sourceOf: this.#sourceOf, nextRunOf: () => null };
    const touched = [...this.records.values()].filter(({ rows }) =>
      rows.some((row) => row.runId === runId || row.supersededBy === runId),
    );
    const left = touched.map(({ id, rows }) => ({ id, rows: rowsWithoutRun(rows, runId, others) }));
    // Records without rows come first: their removal may free the slugs of others.
    for (const { id, rows } of left) if (rows.length === 0) this.#remove(id);
    const lacking = left.flatMap(({ id, rows }) => (rows.length > 0 ? this.#rewrite(id, rows, runId) : []));
    for (const id of new Set(lacking)) this.#rewrite(id, this.records.get(id)?.rows ?? [], runId);
    this.#kind.restoreSlugs(this.#slugsOf(runId), runId);
  }

  founds(): Kind['found'][] {
    return [...this.records.keys()].sort((a, b) => a - b).map((id) => this.found(id) as Kind['found']);
  }

  found(id: number): Kind['found'] | null {
    const record = this.records.get(id);
    if (record === undefined) return null;
    const [only] = record.rows;
    const origin = only?.id === null ? originOf(only) : null;
    return this.#kind.found({ id, isHidden: false, origin }, record.state);
  }

  stored(id: number): Kind['stored'] {
    return this.#kind.storedOf((this.records.get(id) as MemoryRecord<Kind>).state);
  }

  /** The sources of a record's rows, in import order. */
  sourcesOf(id: number): string[] {
    return (this.records.get(id)?.rows ?? []).map(({ runId }) => this.#sourceOf(runId).source);
  }

  readonly #sourceOf = (runId: number): RunSource => this.#runs[runId - 1] as RunSource;

  #slugsOf(runId: number): Map<number, string> {
    const slugs = this.#slugsBefore.get(runId) ?? new Map<number, string>();
    this.#slugsBefore.set(runId, slugs);
    return slugs;
  }

  #noteSlug({ id, slug, hasGeneratedSlug }: FoundRecord): void {
    const slugs = this.#slugsOf(this.#runs.length);
    if (hasGeneratedSlug && !slugs.has(id)) slugs.set(id, slug);
  }

  #write(change: RecordChange<Kind>, incoming: Kind['incoming']): Outcome {
    const { former, rows, state, isVisible } = change;
    const [survivor, ...absorbed] = former;
    const displaced = isVisible ? this.#kind.displaced(state) : null;
    for (const each of displaced === null ? absorbed : [displaced, ...absorbed]) this.#noteSlug(each);
    if (survivor !== undefined && isVisible && !this.#kind.isGenerated(state)) this.#noteSlug(survivor);
    if (survivor === undefined || !('length' in rows)) {
      const own = 'length' in rows ? rows : [rowOf(rows, this.rules.recordOf(incoming), this.rules.keyOf(incoming))];
      this.#add({ formerId: null, rows: own }, state);
      return 'created';
    }
    for (const each of absorbed) this.records.delete(each.id);
    const before = this.records.get(survivor.id) as MemoryRecord<Kind>;
    this.#set(survivor.id, rows, isVisible ? state : before.state);
    if (isVisible) this.#kind.written(change, survivor.id);
    return isVisible ? 'merged' : 'unchanged';
  }

  /** Returns the ids of the records without the profile URL of one of their rows. */
  #rewrite(id: number, rows: readonly SourceRow<Kind['stored']>[], undone: number): number[] {
    const lacking: number[] = [];
    const found = this.found(id) as Kind['found'];
    const [staying, ...separated] = partsBeforeRun(rows, undone, this.#kind.areLinked);
    const slugs = this.#slugsOf(undone);
    if (staying === undefined || staying.rows.length === 0) this.#remove(id);
    else {
      const change = recordOfRows(staying.rows, { former: [found], slugBefore: slugs.get(id) ?? null }, this.rules);
      if (this.rules.lacksProfile(change.state, staying.rows)) lacking.push(id);
      this.#set(id, staying.rows, change.state);
      if (change.isVisible) this.#kind.written(change, id);
    }
    for (const part of separated) {
      const { state } = recordOfRows(
        part.rows,
        { former: [], slugBefore: slugs.get(part.formerId ?? 0) ?? null },
        this.rules,
      );
      const restored = this.#add(part, state);
      if (this.rules.lacksProfile(state, part.rows)) lacking.push(restored);
    }
    return lacking;
  }

  #remove(id: number): void {
    this.records.delete(id);
    this.#kind.removed(id);
  }

  /** Adds a record under its former id, unless another record has that id. */
  #add({ formerId, rows }: FormerPart<Kind['stored']>, state: Kind['state']): number {
    const id = formerId === null || this.records.has(formerId) ? this.#lastId + 1 : formerId;
    this.#lastId = Math.max(this.#lastId, id);
    this.#set(
      id,
      rows.map((row) => ({ ...row, id: null })),
      state,
    );
    this.#kind.written({ former: [], state }, id);
    return id;
  }

  /** A record with one row may contain the row; otherwise each row has an id. */
  #set(id: number, rows: readonly SourceRow<Kind['stored']>[], state: Kind['state']): void {
    const stored = this.#kind.storedOf(state);
    const key = this.rules.rows.rowKeyOf(stored);
    const only = recordItself(rows, key);
    const kept =
      only === null
        ? rows.map((row) => ({ ...row, id: row.id ?? ++this.#lastRowId }))
        : [rowOf(originOf(only), stored, key)];
    this.records.set(id, { id, state, rows: kept });
  }

  #markSeen({ recordId, row: seen }: SeenRow, runId: number): void {
    if (seen === null) this.#seen.add(`${runId}:${recordId}`);
    const record = this.records.get(recordId) as MemoryRecord<Kind>;
    const seenRuns = withSeenRun(seen?.seenRuns ?? '', runId, { before: this.#before(runId), after: null });
    const rows = record.rows.map((row) => (row.id !== null && row.id === seen?.id ? { ...row, seenRuns } : row));
    this.records.set(recordId, { ...record, rows });
  }

  /** The previous run of its source. */
  #before(runId: number): number | null {
    const isOfSource = (id: number) => this.#sourceOf(id).sourceId === this.#sourceOf(runId).sourceId;
    return this.#runIds.findLast((id) => id < runId && isOfSource(id)) ?? null;
  }

  #lookups(): RecordLookups<Kind['stored'], Kind['found']> {
    return {
      byId: (id) => this.found(id),
      bySlug: (slug) => this.founds().find((each) => each.slug === slug) ?? null,
      rowsOf: (id) => this.records.get(id)?.rows ?? [],
      pinOf: () => null,
      apartFrom: () => [],
      isSeen: (id) => this.#seen.has(`${this.#runs.length}:${id}`),
      sourceOf: this.#sourceOf,
    };
  }
}

function originOf({ runId, file, line, hash }: Origin): Origin {
  return { runId, file, line, hash };
}

/** `sharedSites`: sites that several differently named companies use. */
export function memoryCompanies(
  fold: MergeRules['company'],
  sharedSites: readonly string[] = [],
): MemoryRecords<CompanyKind> {
  /** In the order in which companies were added to a site, with ascending `place`. */
  let onSites: { readonly domain: string; readonly id: number; readonly place: number }[] = [];
  const placeOn = (site: string) =>
    Math.max(0, ...onSites.filter(({ domain }) => siteOf(domain) === site).map(({ place }) => place)) + 1;
  const records: MemoryRecords<CompanyKind> = new MemoryRecords<CompanyKind>({
    rules: (shared, memory) => {
      const lookups = {
        ...shared,
        withRow: (hash: number) =>
          [...memory.records.values()]
            .flatMap(({ id, rows }) => rows.map((row) => ({ ...row, recordId: id })))
            .filter((row) => row.hash === hash && row.supersededBy === null)
            .sort((a, b) => (a.id ?? 0) - (b.id ?? 0) || a.recordId - b.recordId)
            .map(({ recordId, runId }) => ({ id: recordId, runId })),
        onSite: (site: string) =>
          onSites
            .filter(({ domain, id }) => siteOf(domain) === site && memory.records.has(id))
            .sort((a, b) => a.place - b.place || a.id - b.id)
            .slice(0, CANDIDATES_MAX)
            .flatMap(({ id }) => memory.found(id) ?? []),
        isShared: (site: string) => sharedSites.includes(site),
        isFormerSlug: (slug: string) => isFormer(memory, slug),
        inBlock: (block: number) =>
          memory
            .founds()
            .filter(({ record }) => [...nameBlocks(record), ...furtherKeys(record)].includes(block))
            .slice(0, CANDIDATES_MAX),
        byName: (key: string) => memory.founds().filter(({ record }) => companyNameKey(record.name) === key),
      };
      return companyRules(lookups, () => false, fold);
    },
    found: (shared, { record, slug }) => ({ ...shared, slug, hasGeneratedSlug: record.network_url === null, record }),
    storedOf: ({ record }) => record,
    areLinked: areLinkedCompanies,
    isGenerated: ({ record }) => record.network_url === null,
    displaced: ({ displaced }) => displaced?.company ?? null,
    begin: () => undefined,
    restoreSlugs: (slugs) => {
      const wanted = records.founds().flatMap(({ id, slug, hasGeneratedSlug }) => {
        const before = slugs.get(id) ?? slug;
        return hasGeneratedSlug && before !== slug && !isFormer(records, before) ? [{ id, slug, before }] : [];
      });
      const holderOf = (slug: string) => records.founds().find((each) => each.slug === slug)?.id ?? null;
      for (const { id, before } of slugsToRestore(wanted, holderOf)) {
        const { state, ...rest } = records.records.get(id) as MemoryRecord<CompanyKind>;
        records.records.set(id, { ...rest, state: { ...state, slug: before } });
      }
    },
    removed: () => undefined,
    alias: () => undefined,
    written: ({ former, state: { record, displaced } }, id) => {
      const given = displaced && records.records.get(displaced.company.id);
      if (given) {
        records.records.set(given.id, { ...given, state: { ...given.state, slug: displaced.slug } });
      }
      onSites = placesOf(onSites, { ids: former.map((each) => each.id), id, record });
      for (const domain of record.domains) {
        if (onSites.some((each) => each.domain === domain && each.id === id)) continue;
        onSites.push({ domain, id, place: placeOn(siteOf(domain)) });
      }
    },
  });
  return records;
}

/** Whether a company of several rows has a row with this key. */
const isFormer = ({ records }: MemoryRecords<CompanyKind>, slug: string): boolean =>
  [...records.values()].some(({ rows }) => rows.some(({ id, rowKey }) => id !== null && rowKey === slug));

type OnSite = { readonly domain: string; readonly id: number; readonly place: number };

/** The places of merged companies move to the survivor. If two are on one domain, the first place is kept. */
function placesOf(
  onSites: readonly OnSite[],
  { ids, id, record }: { readonly ids: readonly number[]; readonly id: number; readonly record: CompanyRecord },
): OnSite[] {
  const own = onSites.filter((each) => ids.includes(each.id) && record.domains.includes(each.domain));
  const first = own.filter((each) => !own.some(({ domain, place }) => domain === each.domain && place < each.place));
  return [...onSites.filter((each) => !ids.includes(each.id)), ...first.map((each) => ({ ...each, id }))];
}

export function memoryPeople(fold: MergeRules['person']): MemoryRecords<PersonKind> {
  const aliases = new Map<string, number>();
  /** The aliases at the start of each run. */
  const aliasesBefore = new Map<number, ReadonlyMap<string, number>>();
  return new MemoryRecords<PersonKind>({
    rules: (shared, memory) => {
      const whose = (isMeant: (state: PersonKind['state']) => boolean) =>
        memory.founds().filter(({ id }) => isMeant((memory.records.get(id) as MemoryRecord<PersonKind>).state));
      const lookups = {
        ...shared,
        byAlias: (slug: string) => memory.found(aliases.get(slug) ?? 0),
        byEmail: (address: string) =>
          whose(({ emails }) => emails.some(({ email }) => email === address)).slice(0, HOLDERS_MAX),
        byPhone: (number: string) =>
          whose(({ phones }) => phones.some(({ phone }) => phone === number)).slice(0, HOLDERS_MAX),
        byEmployedKey: (key: number) =>
          whose(({ employedKeys }) => employedKeys.includes(key)).slice(0, COLLEAGUES_MAX),
        withRowKey: (rowKey: string) =>
          memory
            .founds()
            .filter(({ id }) => {
              const { rows } = memory.records.get(id) as MemoryRecord<PersonKind>;
              return rows.some((row) => row.id !== null && row.rowKey === rowKey && row.supersededBy === null);
            })
            .slice(0, COLLEAGUES_MAX),
        numbered: (slug: string) => memory.founds().filter((each) => each.slug.startsWith(`${slug}-`)),
        stored: (id: number) => {
          const state = memory.records.get(id)?.state;
          if (state === undefined) return null;
          return { json: state.json, unanswered: state.unanswered, record: memory.stored(id) };
        },
        hasAny: () => memory.founds().some(({ hasGeneratedSlug }) => hasGeneratedSlug),
      };
      return personRules(lookups, () => false, fold);
    },
    found: (shared, { slug, generatedSlug, full_name }) => ({
      ...{ ...shared, slug, full_name, hasGeneratedSlug: generatedSlug === 1 },
    }),
    storedOf: (state) => personRecord(state, state),
    isGenerated: ({ generatedSlug }) => generatedSlug === 1,
    displaced: () => null,
    begin: (runId) => aliasesBefore.set(runId, new Map(aliases)),
    restoreSlugs: (_, runId) => {
      aliases.clear();
      for (const [slug, id] of aliasesBefore.get(runId) ?? []) aliases.set(slug, id);
    },
    areLinked: areLinkedPeople,
    removed: (id) => {
      for (const [slug, of] of aliases) if (of === id) aliases.delete(slug);
    },
    alias: ({ slug }, id) => aliases.set(slug, id),
    written: ({ former, state }, id) => {
      const [survivor, ...absorbed] = former;
      for (const joined of absorbed) {
        for (const [slug, of] of aliases) if (of === joined.id) aliases.set(slug, id);
        aliases.set(joined.slug, id);
      }
      if (survivor === undefined || survivor.slug === state.slug) return;
      aliases.delete(state.slug);
      if (survivor.hasGeneratedSlug) aliases.set(survivor.slug, id);
    },
  });
}
