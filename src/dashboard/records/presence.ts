// Records that answers may contain now: not suppressed, forgotten or removed.
import type { Lookups } from '../../catalog/port.ts';
import type { ListKind } from '../../members/port.ts';
import type { FairScheduler } from '../../ops/scheduling/fair-scheduler.ts';

interface PresenceOptions {
  readonly lookups: Lookups;
  readonly scheduler: Pick<FairScheduler, 'open'>;
}

/**
 * Returns the given slugs that have a record. Runs in turns of the account. Free of charge, so it
 * returns no values of records.
 */
export type Presence = (kind: ListKind, slugs: readonly string[], accountId: string) => Promise<ReadonlySet<string>>;

export function presenceIn({ lookups, scheduler }: PresenceOptions): Presence {
  return async (kind, slugs, accountId) => {
    const turn = scheduler.open(accountId);
    await turn.enter();
    const present = new Set<string>();
    for (const slug of slugs) {
      await turn.pause();
      const found = await (kind === 'people' ? lookups.personBySlug(slug) : lookups.companyBySlug(slug));
      if (found !== null) present.add(slug);
    }
    return present;
  };
}
