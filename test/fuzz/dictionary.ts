// Strings for requests to the fixture.
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import type { Dictionary } from '../support/body-arbitraries.ts';
import { FIXTURE } from '../support/fixture.ts';
import type { TestService } from '../support/service.ts';

/** Strings of the fixture, and cursors of pages of a service over it, so that many bodies find something. */
export async function fixtureDictionary(service: TestService): Promise<Dictionary> {
  const stringsOf = (field: string) =>
    [...JSON.stringify(FIXTURE).matchAll(new RegExp(`"${field}":"([^"\\\\]+)"`, 'g'))].map((match) => match[1] ?? '');
  const urls = stringsOf('network_url');
  const cursorOf = async (operation: Operation, body: object): Promise<string> =>
    (await service.call(operation, { ...body, max_results: 1 })).body.cursor;
  const cursors = [
    await cursorOf('people-search', { people: { min_connections_count: 1 } }),
    await cursorOf('company-search', { company: { employee_range: { min: 1 } } }),
    await cursorOf('job-search', { job: { title: ['engineer'] } }),
  ];
  return {
    company_network_url: urls.filter((url) => url.includes('/company/')),
    person_network_url: urls.filter((url) => url.includes('/in/')),
    domain: [...stringsOf('domain'), 'www.acme.example', 'https://acme.example/x'],
    email: stringsOf('email'),
    phone: stringsOf('phone'),
    region: Intl.supportedValuesOf('timeZone'),
    cursor: cursors,
    words: ['engineer', 'VP', 'sales', 'Robotics', 'bank', 'c++', 'Software Development', '[CEO]', 'manager', 'Berlin'],
  };
}
