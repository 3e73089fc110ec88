// Decides reviews, merges records by hand, and stores the verdicts.
import { OperatorError } from '../../ops/operator-error.ts';
import type { RecordKind } from '../keeper-port.ts';
import type { KindTypes } from '../matching/decide-row.ts';
import type { Merged, Review, Reviews, Verdict } from '../review-port.ts';
import type { OpenReview } from '../tables/open-reviews.ts';
import type { Books } from './books.ts';
import type { RecordBook } from './record-book.ts';

/** The methods of a port with direct results. Each call must be made within a transaction. */
type Direct<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...given: infer Given) => Promise<infer Result>
    ? (...given: Given) => Result
    : never;
};

export class Reviewing implements Direct<Reviews> {
  readonly #books: Books;

  constructor(books: Books) {
    this.#books = books;
  }

  reviews({ limit, skip = 0 }: { readonly limit: number; readonly skip?: number }) {
    const { reviews } = this.#books;
    return { total: reviews.count(), reviews: reviews.page(limit, skip).map((review) => this.#view(review)) };
  }

  decideReview(id: number, isSame: boolean, at: string): Review & { readonly merged: Merged | null } {
    const found = this.#books.reviews.byId(id);
    if (found === null) {
      const inDashboard = 'this pair is not open any more: it was decided already, or one of its records has changed';
      const fault = `there is no open review ${id}; \`cardfile review list\` shows them`;
      throw new OperatorError(fault, { isUnknown: true, inDashboard });
    }
    const view = this.#view(found);
    if (isSame) return { ...view, merged: this.#in(found.kind, (book) => this.#merge(book, found.ids, at)) };
    this.#in(found.kind, (book) => this.#keepApart(book, found.ids, at));
    this.#books.reviews.drop(found);
    return { ...view, merged: null };
  }

  mergeRecords(kind: RecordKind, slugs: readonly [string, string], at: string): Merged {
    return this.#in(kind, (book) => {
      const [one, other] = slugs.map((slug) => idNamed(book, slug)) as [number, number];
      if (one === other)
        throw new OperatorError(`${slugs[0]} and ${slugs[1]} are one ${kind} already`, {
          inDashboard: `these two are one ${kind} already`,
        });
      return this.#merge(book, [one, other], at);
    });
  }

  verdicts(): Verdict[] {
    return [...this.#books.companies.verdicts.all(), ...this.#books.people.verdicts.all()];
  }

  addVerdicts(verdicts: readonly Verdict[]): { added: number; merged: number } {
    let [added, merged] = [0, 0];
    for (const verdict of verdicts) {
      this.#in(verdict.kind, (book) => {
        if (!book.verdicts.add(verdict)) return;
        added += 1;
        if (this.#apply(book, verdict)) merged += 1;
      });
    }
    return { added, merged };
  }

  /** Returns true if records were merged. */
  #apply<Kind extends KindTypes>(book: RecordBook<Kind>, { keys, isSame, at }: Verdict): boolean {
    const [one, other] = keys.map((key) => book.decisions.holdersOf(key)[0]);
    if (one === undefined || other === undefined || one === other) return false;
    if (!isSame) this.#books.reviews.dropPair(book.kind, [one, other]);
    else this.#merge(book, [one, other], at);
    return isSame;
  }

  #merge<Kind extends KindTypes>(book: RecordBook<Kind>, ids: readonly [number, number], at: string): Merged {
    const [survivor, absorbed] = survivorFirst(book, ids);
    const former = { survivor: book.slugOf(survivor) ?? '', absorbed: book.slugOf(absorbed) ?? '' };
    book.verdicts.decide(book.decisions.keysOf(survivor), book.decisions.keysOf(absorbed), { isSame: true, at });
    book.constraints.allow(survivor, absorbed);
    book.merge(survivor, absorbed);
    return { stays: book.slugOf(survivor) ?? former.survivor, merged: former.absorbed };
  }

  #keepApart<Kind extends KindTypes>(book: RecordBook<Kind>, [one, other]: readonly [number, number], at: string) {
    book.verdicts.decide(book.decisions.keysOf(one), book.decisions.keysOf(other), { isSame: false, at });
  }

  #in<Result>(kind: RecordKind, work: <Kind extends KindTypes>(book: RecordBook<Kind>) => Result): Result {
    return kind === 'company' ? work(this.#books.companies) : work(this.#books.people);
  }

  #view({ id, kind, ids: [one, other], score, reasons, run }: OpenReview): Review {
    return this.#in(kind, (book) => {
      const slugs = [book.slugOf(one) ?? '', book.slugOf(other) ?? ''] as const;
      const names = [nameOf(book.recordOf(one)), nameOf(book.recordOf(other))] as const;
      return { id, kind, slugs, names, score, reasons, run };
    });
  }
}

/** The record that an operator names; throws an OperatorError if there is none. */
export function idNamed<Kind extends KindTypes>(book: RecordBook<Kind>, slug: string): number {
  const id = book.idOf(slug);
  if (id !== null) return id;
  // A screen shows names, not slugs, and only records that were there when it was opened.
  const inDashboard = `the ${book.kind} is not there any more: it was merged with another record or removed`;
  throw new OperatorError(`there is no ${book.kind} ${slug}`, { isUnknown: true, inDashboard });
}

/** A record with a profile URL comes before one without; otherwise the older record comes first. */
function survivorFirst<Kind extends KindTypes>(
  book: RecordBook<Kind>,
  [one, other]: readonly [number, number],
): readonly [number, number] {
  const [madeOne, madeOther] = [book.hasMadeSlug(one), book.hasMadeSlug(other)];
  if (madeOne !== madeOther) return madeOne ? [other, one] : [one, other];
  return one < other ? [one, other] : [other, one];
}

function nameOf(record: unknown): string {
  const { name, full_name } = record as { readonly name?: string; readonly full_name?: string };
  return name ?? full_name ?? '';
}
