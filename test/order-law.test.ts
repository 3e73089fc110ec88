// Law: rows as they occur in files, with the errors, variants and namesakes of the quality report, give the same
// records in any order and any distribution over files. Only the half that is used for tuning is drawn.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawCompany } from '../bench/quality/company-base.ts';
import { COMPANY_KINDS } from '../bench/quality/company-truth.ts';
import { importTruth, type TruthKind } from '../bench/quality/import-truth.ts';
import { drawPerson } from '../bench/quality/person-base.ts';
import { PERSON_KINDS } from '../bench/quality/person-truth.ts';
import { makeTruth, type TruthRow } from '../bench/quality/truth.ts';

const ROUNDS = 5;
/** Number of families of each kind of pair, in both halves together. */
const FAMILIES = 6;

const TRUTH = {
  people: (seed: number) =>
    makeTruth({ kinds: PERSON_KINDS, families: FAMILIES, seed, half: 'tune', drawBase: drawPerson }),
  companies: (seed: number) =>
    makeTruth({ kinds: COMPANY_KINDS, families: FAMILIES, seed, half: 'tune', drawBase: drawCompany }),
};

/** The ids of the rows of each record. */
async function records(kind: TruthKind, rows: readonly TruthRow[]): Promise<string[]> {
  const { recordOf } = await importTruth(kind, rows);
  const ids = Map.groupBy([...recordOf], ([, record]) => record);
  return [...ids.values()]
    .map((of) =>
      of
        .map(([id]) => id)
        .toSorted()
        .join(' + '),
    )
    .toSorted();
}

/** The rows in another order, each in one of the two files. */
const reordered = (rows: readonly TruthRow[]) =>
  fc
    .tuple(
      fc.shuffledSubarray([...rows], { minLength: rows.length }),
      fc.array(fc.boolean(), { minLength: rows.length, maxLength: rows.length }),
    )
    .map(([shuffled, isFirst]) =>
      shuffled.map((row, index): TruthRow => ({ ...row, file: isFirst[index] ? 'first' : 'second' })),
    );

it.each<TruthKind>(['people', 'companies'])(
  '%s are the same records in any order',
  { timeout: 60_000 },
  async (kind) => {
    const fixtures = fc.nat({ max: 1_000_000 }).chain((seed) => {
      const { rows } = TRUTH[kind](seed);
      return fc.tuple(fc.constant(rows), reordered(rows));
    });
    const property = fc.asyncProperty(fixtures, async ([rows, others]) => {
      expect(await records(kind, others)).toEqual(await records(kind, rows));
    });
    await fc.assert(property, { numRuns: ROUNDS, endOnFailure: true });
  },
);
