// Caches counts of the catalog while they are valid.
import type { Config } from '../../app/config.ts';
import type { CatalogCounts } from '../../catalog/figures-port.ts';
import { systemClock } from '../../ops/clock.ts';

/** Counts with their time. */
export interface CachedCounts {
  readonly countedAt: string;
  /** The setting for the validity of address checks when the counts were taken. */
  readonly emailStatusDays: number;
  readonly counts: CatalogCounts;
}

/** Checks of addresses expire even without an import. */
const COUNTED_AGAIN_MS = 3_600_000;

/**
 * Whether counts are still valid: the catalog is unchanged, and they are less than an hour old if checks of addresses
 * expire.
 */
export function areCountsValid(
  { counts, countedAt, emailStatusDays }: CachedCounts,
  {
    generation,
    config,
  }: { readonly generation: number; readonly config: Pick<Config, 'emailStatusDays' | 'editions'> },
): boolean {
  // On a serving node, the edition may be older than the counted records.
  const isOld = config.editions === null ? counts.generation !== generation : counts.generation < generation;
  if (isOld || emailStatusDays !== config.emailStatusDays) return false;
  return emailStatusDays === 0 || systemClock.now() - Date.parse(countedAt) < COUNTED_AGAIN_MS;
}
