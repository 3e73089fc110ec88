// The catalog of the scenario tests of the search endpoints: small, invented, and with a case for every rule.
import { COMPANIES } from './fixture-companies.ts';
import { OPENINGS } from './fixture-openings.ts';
import { PEOPLE } from './fixture-people.ts';
import type { Records } from './service.ts';

export const FIXTURE: Records = { companies: COMPANIES, people: PEOPLE, jobs: OPENINGS };
