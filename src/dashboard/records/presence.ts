// Records that answers can contain now: neither suppressed nor forgotten nor removed.
import type { LookUps } from '../../catalog/port.ts';
import type { ListKind } from '../../members/port.ts';
import type { FairScheduler } from '../../ops/scheduling/fair-scheduler.ts';

interface PresenceOptions {
  readonly lookUps: LookUps;
  readonly scheduler: Pick<FairScheduler, 'open'>;
}

/** The slugs of these that are present; in turns of the account. Free of charge, so it returns no value of a record. */
export type Presence = (kind: ListKind, slugs: readonly string[], accountId: string) => Promise<ReadonlySet<string>>;

export function presenceIn({ lookUps, scheduler }: PresenceOptions): Presence {
  return async (kind, slugs, accountId) => {
    const turn = scheduler.open(accountId);
    await turn.enter();
    const present = new Set<string>();
    for (const slug of slugs) {
      await turn.pause();
      const found = await (kind === 'people' ? lookUps.personBySlug(slug) : lookUps.companyBySlug(slug));
      if (found !== null) present.add(slug);
    }
    return present;
  };
}
