// Caches counts of the catalog while they are valid.
import type { Config } from '../../app/config.ts';
import type { CatalogCounts } from '../../catalog/figures-port.ts';
import { systemClock } from '../../ops/clock.ts';

/** Counts with their time. */
export interface TakenCounts {
  readonly countedAt: string;
  /** The validity of checks of addresses used for the counts. */
  readonly emailStatusDays: number;
  readonly counts: CatalogCounts;
}

/** Checks of addresses expire without any import. */
const COUNTED_AGAIN_MS = 3_600_000;

/** Whether counts are still valid: the catalog is unchanged, and no check of an address has expired within the hour. */
export function stillHolds(
  { counts, countedAt, emailStatusDays }: TakenCounts,
  {
    generation,
    config,
  }: { readonly generation: number; readonly config: Pick<Config, 'emailStatusDays' | 'editions'> },
): boolean {
  // The edition of a serving node may be older than the records that are counted.
  const isOld = config.editions === null ? counts.generation !== generation : counts.generation < generation;
  if (isOld || emailStatusDays !== config.emailStatusDays) return false;
  return emailStatusDays === 0 || systemClock.now() - Date.parse(countedAt) < COUNTED_AGAIN_MS;
}
