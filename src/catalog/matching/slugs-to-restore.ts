// Decides which records regain the slugs that they had before a run that is undone. Pure.

export interface SlugToRestore {
  readonly id: number;
  /** The present slug. */
  readonly slug: string;
  readonly before: string;
}

/**
 * The records whose former slugs are free, or become free when other records regain theirs. `holderOf`: the record with
 * a slug, null if there is none.
 */
export function slugsToRestore<Wanted extends SlugToRestore>(
  wanted: readonly Wanted[],
  holderOf: (slug: string) => number | null,
): Wanted[] {
  const restored = wanted.filter(({ before }) => {
    const holder = holderOf(before);
    return holder === null || wanted.some(({ id }) => id === holder);
  });
  return restored.length === wanted.length ? restored : slugsToRestore(restored, holderOf);
}
