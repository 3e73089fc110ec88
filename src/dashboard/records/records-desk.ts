// The dashboard's view of the records: expensive work runs in a separate thread.
import type { ServingEdition } from '../../api/serving-edition.ts';
import type { Config } from '../../app/config.ts';
import { openEditions } from '../../app/editions.ts';
import type { FieldCount } from '../../catalog/figures-port.ts';
import type { Catalog } from '../../catalog/port.ts';
import type { NewSuppression, SuppressionEntry } from '../../catalog/writer-port.ts';
import { slugNamed } from '../../identity/network-url.ts';
import type { Explanation } from '../../import/explain.ts';
import { systemClock } from '../../ops/clock.ts';
import { suppressionEntry } from '../../tasks/suppression-entry.ts';
import type { RecordActs } from './record-acts.ts';
import type { CatalogFigures, Coverage, EditionFacts, Provenance, Records } from './records-port.ts';
import { stillHolds, type TakenCounts } from './taken-counts.ts';

interface RecordsOptions {
  readonly config: Config;
  readonly catalog: Pick<Catalog, 'state'>;
  /** The serving edition of this thread. */
  readonly serving: Pick<ServingEdition, 'current'>;
  readonly acts: RecordActs;
  readonly counting: Pick<RecordActs, 'counts'>;
  readonly keeping: Pick<RecordActs, 'undo' | 'split' | 'merge' | 'forget' | 'decideReview' | 'index'>;
  /** Called if no edition could be built after records were changed. */
  readonly onUnindexed: (error: unknown) => void;
}

const REVIEWS_AT_ONCE = 50;

export class RecordsDesk implements Records {
  readonly #options: RecordsOptions;
  #taken: TakenCounts | null = null;
  #taking: Promise<void> | null = null;
  #failure: unknown = null;

  constructor(options: RecordsOptions) {
    this.#options = options;
  }

  async edition(): Promise<EditionFacts | null> {
    const { config, serving } = this.#options;
    const writtenMs = await openEditions(config).writtenMs();
    const current = await serving.current().catch(() => null);
    if (current === null || writtenMs === null) return null;
    const { companies, people, positions, jobs } = current.edition.counts;
    return {
      ...{ id: current.edition.id, built_at: new Date(writtenMs).toISOString() },
      age_seconds: Math.max(0, Math.round((systemClock.now() - writtenMs) / 1000)),
      changed_records: current.edition.changedRecords,
      ...{ companies, people, positions, jobs },
    };
  }

  async figures(): Promise<CatalogFigures> {
    const { generation } = await this.#options.catalog.state();
    const { config } = this.#options;
    const isFresh = this.#taken !== null && stillHolds(this.#taken, { generation, config });
    if (!isFresh) this.#take(generation);
    // A failure is reported once: the next request counts again.
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
    return { state: isFresh ? 'ready' : 'counting', ...figuresOf(this.#taken), edition: await this.edition() };
  }

  async coverage(): Promise<Coverage | null> {
    const taken = await this.#options.acts.lastCounts();
    if (taken === null) return null;
    const { coverage } = figuresOf(taken);
    const sharesOf = (rows: CatalogFigures['coverage']['people']) => rows.map(({ field, share }) => ({ field, share }));
    const { people, companies } = coverage;
    return { counted_at: taken.countedAt, people: sharesOf(people), companies: sharesOf(companies) };
  }

  async suppress({ kind, value, by, reason }: NewSuppression) {
    return this.#options.acts.suppress({ ...suppressionEntry(kind, value), by: by ?? null, reason: reason ?? null });
  }

  async release(kind: SuppressionEntry['kind'], value: string) {
    return this.#options.acts.release(suppressionEntry(kind, value));
  }

  releaseHash(kind: SuppressionEntry['kind'], hash: string): Promise<boolean> {
    return this.#options.acts.releaseHash(kind, hash);
  }

  async explain(kind: 'company' | 'person', named: string): Promise<Provenance | null> {
    const found = await this.#options.acts.explain(kind, slugNamed(named, kind));
    if (found === null) return null;
    const fields = found.fields.map(({ field, value, from, beat }) => {
      const others = beat.map((other) => ({ value: valueText(other.value), from: placeView(other.from) }));
      return { field, value: valueText(value), from: from && placeView(from), beat: others };
    });
    const rows = found.rows.map(({ link, ...row }) => {
      const evidence = link && { with: link.with, weight: link.weight, reasons: [...link.reasons] };
      return { id: row.id, ...placeView(row), replaced: row.replaced, evidence };
    });
    return { slug: found.slug, fields, rows };
  }

  async undo(run: number) {
    const undone = await this.#options.keeping.undo(run);
    this.#index();
    return { ...undone };
  }

  async split(kind: 'company' | 'person', named: string, rows: readonly number[]) {
    const parted = await this.#options.keeping.split(kind, slugNamed(named, kind), rows);
    this.#index();
    return { ...parted };
  }

  async merge(kind: 'company' | 'person', named: string, other: string) {
    const slugs = [slugNamed(named, kind), slugNamed(other, kind)] as const;
    const merged = await this.#options.keeping.merge(kind, slugs);
    this.#index();
    return { stays: merged.stays, merged: merged.merged };
  }

  async forget(named: string, by: string) {
    const { keeping } = this.#options;
    const { people, lines, storedAnswers, saved, traces } = await keeping.forget(slugNamed(named, 'person'), by);
    const rows = (traces ?? []).reduce((sum, trace) => sum + trace.rows, 0);
    return { people, lines, stored_answers: storedAnswers, saved, traces: rows };
  }

  async reviews(skip: number) {
    const { total, reviews } = await this.#options.acts.reviews({ limit: REVIEWS_AT_ONCE, skip });
    const rows = reviews.map(({ id, kind, score, slugs: [one, other], names, reasons, run }) => ({
      ...{ id, kind, score, reasons: [...reasons], run },
      records: [
        { slug: one, name: names[0] },
        { slug: other, name: names[1] },
      ],
    }));
    return { total, rows };
  }

  async decideReview(id: number, isSame: boolean) {
    const { merged } = await this.#options.keeping.decideReview(id, isSame);
    if (merged !== null) this.#index();
    return { stays: merged?.stays ?? null };
  }

  suppressions() {
    return this.#options.acts.suppressions();
  }

  async suppressionsOf(kind: SuppressionEntry['kind'], value: string) {
    return this.#options.acts.suppressionsOf(suppressionEntry(kind, value));
  }

  /** Runs in the background: the change is already durable, and searches show it at once or after a build. */
  #index(): void {
    const { keeping, onUnindexed } = this.#options;
    keeping.index().catch(onUnindexed);
  }

  #take(generation: number): void {
    this.#taking ??= this.#options.counting
      .counts(generation)
      .then(
        (taken) => {
          this.#taken = taken;
        },
        (error: unknown) => {
          this.#failure = error;
        },
      )
      .finally(() => {
        this.#taking = null;
      });
  }
}

function figuresOf(taken: TakenCounts | null): Omit<CatalogFigures, 'state' | 'edition'> {
  if (taken === null) {
    const nothing = { company_countries: [], people_countries: [], industries: [] };
    return { counted_at: null, counts: null, coverage: { companies: [], people: [] }, ...nothing };
  }
  const { companies, people, openings, ...found } = taken.counts;
  const sharesOf = (fields: readonly FieldCount[], all: number) =>
    fields.map(({ field, count }) => ({ field, count, share: all === 0 ? 0 : count / all }));
  return {
    counted_at: taken.countedAt,
    counts: { companies, people, openings },
    coverage: { companies: sharesOf(found.companyFields, companies), people: sharesOf(found.peopleFields, people) },
    company_countries: [...found.companyCountries],
    people_countries: [...found.peopleCountries],
    industries: [...found.industries],
  };
}

type Place = Explanation['rows'][number];

/** The file name without its folder. */
function placeView({ source, run, file, line, date }: Pick<Place, 'source' | 'run' | 'file' | 'line' | 'date'>) {
  return { source, run, file: file.replace(/^.*[/\\]/, ''), line, date };
}

const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
