// Decides reviews, merges records by hand, and stores the verdicts.
import { SLUG_REMEDY } from '../../identity/network-url.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import type { RecordKind } from '../admin-port.ts';
import type { KindTypes } from '../matching/decide-row.ts';
import type { Merged, Review, Reviews, Verdict } from '../review-port.ts';
import type { OpenReview } from '../tables/open-reviews.ts';
import type { RecordRepository } from './record-repository.ts';
import type { Repositories } from './repositories.ts';

/** The methods of a port with direct results. Each call must be made within a transaction. */
type Direct<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...given: infer Given) => Promise<infer Result>
    ? (...given: Given) => Result
    : never;
};

export class Reviewing implements Direct<Reviews> {
  readonly #repositories: Repositories;

  constructor(repositories: Repositories) {
    this.#repositories = repositories;
  }

  reviews({ limit, skip = 0 }: { readonly limit: number; readonly skip?: number }) {
    const { reviews } = this.#repositories;
    return { total: reviews.count(), reviews: reviews.page(limit, skip).map((review) => this.#view(review)) };
  }

  decideReview(id: number, isSame: boolean, at: string): Review & { readonly merged: Merged | null } {
    const found = this.#repositories.reviews.byId(id);
    if (found === null) {
      const inDashboard = 'this pair is not open any more: it was decided already, or one of its records has changed';
      const fault = `there is no open review ${id}; \`cardfile review list\` shows them`;
      throw new OperatorError(fault, { isUnknown: true, inDashboard });
    }
    const view = this.#view(found);
    if (isSame)
      return { ...view, merged: this.#in(found.kind, (repository) => this.#merge(repository, found.ids, at)) };
    this.#in(found.kind, (repository) => this.#keepApart(repository, found.ids, at));
    this.#repositories.reviews.drop(found);
    return { ...view, merged: null };
  }

  mergeRecords(kind: RecordKind, slugs: readonly [string, string], at: string): Merged {
    return this.#in(kind, (repository) => {
      const [one, other] = slugs.map((slug) => idNamed(repository, slug)) as [number, number];
      if (one === other)
        throw new OperatorError(`${slugs[0]} and ${slugs[1]} are one ${kind} already`, {
          inDashboard: `these two are one ${kind} already`,
        });
      return this.#merge(repository, [one, other], at);
    });
  }

  verdicts(): Verdict[] {
    return [...this.#repositories.companies.verdicts.all(), ...this.#repositories.people.verdicts.all()];
  }

  addVerdicts(verdicts: readonly Verdict[]): { added: number; merged: number } {
    let [added, merged] = [0, 0];
    for (const verdict of verdicts) {
      this.#in(verdict.kind, (repository) => {
        if (!repository.verdicts.add(verdict)) return;
        added += 1;
        if (this.#apply(repository, verdict)) merged += 1;
      });
    }
    return { added, merged };
  }

  /** Returns true if records were merged. */
  #apply<Kind extends KindTypes>(repository: RecordRepository<Kind>, { keys, isSame, at }: Verdict): boolean {
    const [one, other] = keys.map((key) => repository.decisions.holdersOf(key)[0]);
    if (one === undefined || other === undefined || one === other) return false;
    if (!isSame) this.#repositories.reviews.dropPair(repository.kind, [one, other]);
    else this.#merge(repository, [one, other], at);
    return isSame;
  }

  #merge<Kind extends KindTypes>(
    repository: RecordRepository<Kind>,
    ids: readonly [number, number],
    at: string,
  ): Merged {
    const [survivor, absorbed] = survivorFirst(repository, ids);
    const former = { survivor: repository.slugOf(survivor) ?? '', absorbed: repository.slugOf(absorbed) ?? '' };
    repository.verdicts.decide(repository.decisions.keysOf(survivor), repository.decisions.keysOf(absorbed), {
      isSame: true,
      at,
    });
    repository.constraints.allow(survivor, absorbed);
    repository.merge(survivor, absorbed);
    return { stays: repository.slugOf(survivor) ?? former.survivor, merged: former.absorbed };
  }

  #keepApart<Kind extends KindTypes>(
    repository: RecordRepository<Kind>,
    [one, other]: readonly [number, number],
    at: string,
  ) {
    repository.verdicts.decide(repository.decisions.keysOf(one), repository.decisions.keysOf(other), {
      isSame: false,
      at,
    });
  }

  #in<Result>(kind: RecordKind, work: <Kind extends KindTypes>(repository: RecordRepository<Kind>) => Result): Result {
    return kind === 'company' ? work(this.#repositories.companies) : work(this.#repositories.people);
  }

  #view({ id, kind, ids: [one, other], score, reasons, run }: OpenReview): Review {
    return this.#in(kind, (repository) => {
      const slugs = [repository.slugOf(one) ?? '', repository.slugOf(other) ?? ''] as const;
      const names = [nameOf(repository.recordOf(one)), nameOf(repository.recordOf(other))] as const;
      return { id, kind, slugs, names, score, reasons, run };
    });
  }
}

/** The record that an operator names; throws an OperatorError if there is none. */
export function idNamed<Kind extends KindTypes>(repository: RecordRepository<Kind>, slug: string): number {
  const id = repository.idOf(slug);
  if (id !== null) return id;
  // A screen shows names, not slugs, and only records that were there when it was opened.
  const inDashboard = `the ${repository.kind} is not there any more: it was merged with another record or removed`;
  throw new OperatorError(`there is no ${repository.kind} ${slug}: ${SLUG_REMEDY}`, { isUnknown: true, inDashboard });
}

/** A record with a profile URL comes before one without; otherwise the older record comes first. */
function survivorFirst<Kind extends KindTypes>(
  repository: RecordRepository<Kind>,
  [one, other]: readonly [number, number],
): readonly [number, number] {
  const [isOneGenerated, isOtherGenerated] = [repository.hasGeneratedSlug(one), repository.hasGeneratedSlug(other)];
  if (isOneGenerated !== isOtherGenerated) return isOneGenerated ? [other, one] : [one, other];
  return one < other ? [one, other] : [other, one];
}

function nameOf(record: unknown): string {
  const { name, full_name } = record as { readonly name?: string; readonly full_name?: string };
  return name ?? full_name ?? '';
}
