// Calls the match of people and companies in this process: a data folder, its edition, and the handlers of the API.

import type { ApiContext } from '../../src/api/context.ts';
import { CurrentLookups } from '../../src/api/current-lookups.ts';
import { HANDLERS } from '../../src/api/handlers.ts';
import { ServingEdition } from '../../src/api/serving-edition.ts';
import { openCatalog } from '../../src/app/catalogs.ts';
import type { Config } from '../../src/app/config.ts';
import { openEditions } from '../../src/app/editions.ts';
import type { BodyOf } from '../../src/contract/endpoints/endpoints.ts';
import { ApiError } from '../../src/contract/errors.ts';
import { systemClock } from '../../src/ops/clock.ts';
import { threadScheduler } from '../../src/ops/scheduling/fair-scheduler.ts';
import { eventLoop } from '../../src/ops/scheduling/schedule.ts';

export interface MatchCaller {
  /** The answer as JSON; null for a 404. */
  person(body: BodyOf<'match-person'>): Promise<string | null>;
  company(body: BodyOf<'match-company'>): Promise<string | null>;
  close(): void;
}

/** Opens the edition of a data folder, which must be up to date. */
export async function openMatchCaller(config: Config): Promise<MatchCaller> {
  const catalog = openCatalog(config, eventLoop);
  const edition = await openEditions(config).read();
  if (!edition) throw new Error('the data folder has no edition: cardfile index');
  const serving = new ServingEdition(catalog, (error) => {
    throw error;
  });
  serving.replace(edition);
  const lookups = new CurrentLookups({ catalog, serving, networkHost: null });
  const context: ApiContext = {
    ...{ catalog, lookups, networkHost: null, phoneCountries: [], emailStatusDays: 0, clock: systemClock },
    ...{ accounts: { remaining: async () => null }, cursorSecret: Buffer.alloc(32) },
    searchable: () => serving.current(),
    turn: threadScheduler.open('bench'),
  } as unknown as ApiContext;
  const caller = {} as never;
  const answer = async (work: () => Promise<string | Buffer>) => {
    try {
      return (await work()).toString();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  };
  return {
    person: async (body) => answer(await HANDLERS['match-person'](body, context, caller)),
    company: async (body) => answer(await HANDLERS['match-company'](body, context, caller)),
    close: () => catalog.close(),
  };
}
