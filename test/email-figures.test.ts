// The dashboard counts e-mail addresses like the API answers them.
import { expect, it } from 'vitest';
import { catalogFile } from '../src/app/data-folder.ts';
import { countCatalog } from '../src/catalog/sqlite/count-catalog.ts';
import { areCountsValid } from '../src/dashboard/records/cached-counts.ts';
import { startTestService } from './support/service.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2030, 4, 15, 12);
const daysAgo = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString();

const CHECKS = [
  { status: 'valid', verified_at: daysAgo(1) },
  { status: 'valid', verified_at: daysAgo(90) },
  { status: 'valid', verified_at: daysAgo(90.001) },
  { status: 'valid', verified_at: daysAgo(500) },
  { status: 'valid', verified_at: null },
  { status: 'catch_all', verified_at: daysAgo(1) },
  { status: 'unknown', verified_at: daysAgo(1) },
  { status: 'invalid', verified_at: daysAgo(1) },
  { status: 'invalid', verified_at: daysAgo(500) },
  { status: null, verified_at: null },
];

it.each([90, 1, 0])(
  'counts as many people with a valid address as the API answers, if checks are valid for %i days',
  async (days) => {
    const people = CHECKS.map((check, index) => ({
      network_url: `https://www.network.example/in/p${index}`,
      full_name: `Person ${index}`,
      emails: [{ email: `p${index}@acme.example`, ...check }],
    }));
    const service = await startTestService({ people }, { emailStatusDays: String(days) });
    try {
      service.clock.ms = NOW_MS;
      const answers = [];
      for (const { network_url } of people)
        answers.push(await service.call('email', { person_network_url: network_url }));
      const { peopleFields } = countCatalog(catalogFile(service.config), { nowMs: NOW_MS, days });
      const counted = (name: string) => peopleFields.find(({ field }) => field === name)?.count;
      expect(counted('email')).toBe(answers.filter(({ status }) => status === 200).length);
      expect(counted('email_valid')).toBe(answers.filter(({ body }) => body.status === 'valid').length);
    } finally {
      await service.close();
    }
  },
);

it('keeps the figures until an import, a change of the setting, or an hour has passed', () => {
  const counts = { generation: 7 } as Parameters<typeof areCountsValid>[0]['counts'];
  const taken = (minutesAgo: number, emailStatusDays: number) => ({
    ...{ counts, emailStatusDays },
    countedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  });
  const at = (generation: number, emailStatusDays = 90) => ({
    generation,
    config: { editions: null, emailStatusDays },
  });
  expect(areCountsValid(taken(1, 90), at(7))).toBe(true);
  expect(areCountsValid(taken(1, 90), at(8))).toBe(false);
  expect(areCountsValid(taken(1, 90), at(7, 30))).toBe(false);
  expect(areCountsValid(taken(61, 90), at(7))).toBe(false);
  expect(areCountsValid(taken(61, 0), at(7, 0))).toBe(true);
});
