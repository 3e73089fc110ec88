import { expect, it } from 'vitest';
import { COMPANY_TYPES } from '../../contract/vocabularies/vocabularies.ts';
import { parseCompanyType } from './company-type.ts';

it.each([
  ['privately held', 'Privately Held'],
  ['PRIVATE_COMPANY', 'Privately Held'],
  ['L.L.C.', null],
  ['GmbH', 'Privately Held'],
  ['Gesellschaft mit beschränkter Haftung', 'Privately Held'],
  ['GmbH & Co. KG', 'Partnership'],
  ['börsennotiert', 'Public Company'],
  ['public', 'Public Company'],
  ['Non-Profit', 'Nonprofit'],
  ['non_profit', 'Nonprofit'],
  ['Government', 'Government Agency'],
  ['University', 'Educational Institution'],
  ['sole trader', 'Sole Proprietorship'],
  ['Unheard of', null],
  ['constructor', null],
])('reads %j as %j', (text, listed) => expect(parseCompanyType(text)).toBe(listed));

it('reads every listed type as itself', () => {
  for (const listed of COMPANY_TYPES) expect(parseCompanyType(listed)).toBe(listed);
});
