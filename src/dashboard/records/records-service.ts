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
import { areCountsValid, type CachedCounts } from './cached-counts.ts';
import type { RecordOperations } from './record-operations.ts';
import type { CatalogFigures, Coverage, EditionFacts, Provenance, Records } from './records-port.ts';
import { valueText } from './value-text.ts';

interface RecordsOptions {
  readonly config: Config;
  readonly catalog: Pick<Catalog, 'state'>;
  /** The serving edition of this thread. */
  readonly serving: Pick<ServingEdition, 'current'>;
  readonly operations: RecordOperations;
  readonly counting: Pick<RecordOperations, 'counts'>;
  readonly keeping: Pick<RecordOperations, 'undo' | 'split' | 'merge' | 'forget' | 'decideReview' | 'index'>;
  /** Called if no edition could be built after records were changed. */
  readonly onUnindexed: (error: unknown) => void;
}

const REVIEWS_AT_ONCE = 50;

export class RecordsService implements Records {
  readonly #options: RecordsOptions;
  #cachedCounts: CachedCounts | null = null;
  #counting: Promise<void> | null = null;
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
      id: current.edition.id,
      built_at: new Date(writtenMs).toISOString(),
      age_seconds: Math.max(0, Math.round((systemClock.now() - writtenMs) / 1000)),
      changed_records: current.edition.changedRecords,
      companies,
      people,
      positions,
      jobs,
    };
  }

  async figures(): Promise<CatalogFigures> {
    const { generation } = await this.#options.catalog.state();
    const { config } = this.#options;
    const isFresh = this.#cachedCounts !== null && areCountsValid(this.#cachedCounts, { generation, config });
    if (!isFresh) this.#take(generation);
    // A failure is reported once: the next request counts again.
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
    return { state: isFresh ? 'ready' : 'counting', ...figuresOf(this.#cachedCounts), edition: await this.edition() };
  }

  async coverage(): Promise<Coverage | null> {
    const taken = await this.#options.operations.lastCounts();
    if (taken === null) return null;
    const { coverage } = figuresOf(taken);
    const sharesOf = (rows: CatalogFigures['coverage']['people']) => rows.map(({ field, share }) => ({ field, share }));
    const { people, companies } = coverage;
    return { counted_at: taken.countedAt, people: sharesOf(people), companies: sharesOf(companies) };
  }

  async suppress({ kind, value, by, reason }: NewSuppression) {
    return this.#options.operations.suppress({
      ...suppressionEntry(kind, value),
      by: by ?? null,
      reason: reason ?? null,
    });
  }

  async release(kind: SuppressionEntry['kind'], value: string) {
    return this.#options.operations.release(suppressionEntry(kind, value));
  }

  releaseHash(kind: SuppressionEntry['kind'], hash: string): Promise<boolean> {
    return this.#options.operations.releaseHash(kind, hash);
  }

  async explain(kind: 'company' | 'person', named: string): Promise<Provenance | null> {
    const found = await this.#options.operations.explain(kind, slugNamed(named, kind));
    if (found === null) return null;
    const fields = found.fields.map(({ field, value, from, not_chosen }) => {
      const others = not_chosen.map((other) => ({ value: valueText(other.value), from: placeView(other.from) }));
      return { field, value: valueText(value), from: from && placeView(from), not_chosen: others };
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
    const { total, reviews } = await this.#options.operations.reviews({ limit: REVIEWS_AT_ONCE, skip });
    const rows = reviews.map(({ id, kind, score, slugs: [one, other], names, reasons, run }) => ({
      id,
      kind,
      score,
      reasons: [...reasons],
      run,
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
    return this.#options.operations.suppressions();
  }

  async suppressionsOf(kind: SuppressionEntry['kind'], value: string) {
    return this.#options.operations.suppressionsOf(suppressionEntry(kind, value));
  }

  /** Runs in the background: the change is already durable, and searches show it at once or after a build. */
  #index(): void {
    const { keeping, onUnindexed } = this.#options;
    keeping.index().catch(onUnindexed);
  }

  #take(generation: number): void {
    this.#counting ??= this.#options.counting
      .counts(generation)
      .then(
        (taken) => {
          this.#cachedCounts = taken;
        },
        (error: unknown) => {
          this.#failure = error;
        },
      )
      .finally(() => {
        this.#counting = null;
      });
  }
}

function figuresOf(cached: CachedCounts | null): Omit<CatalogFigures, 'state' | 'edition'> {
  if (cached === null) {
    const nothing = { company_countries: [], people_countries: [], industries: [] };
    return { counted_at: null, counts: null, coverage: { companies: [], people: [] }, ...nothing };
  }
  const { companies, people, openings, ...found } = cached.counts;
  const sharesOf = (fields: readonly FieldCount[], all: number) =>
    fields.map(({ field, count }) => ({ field, count, share: all === 0 ? 0 : count / all }));
  return {
    counted_at: cached.countedAt,
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
