import { describe, expect, it } from 'vitest';
import { withoutRemark } from './name-remark.ts';

describe('remarks in names', () => {
  it.each([
    '*** DO NOT CALL *** Ann Kirk',
    '**VIP client** Ann Kirk',
    'Ann Kirk ***moved to Rome***',
    'DO NOT CONTACT - Ann Kirk',
    'Do not use Ann Kirk',
    'Duplicate: Ann Kirk',
    '[DNC] Ann Kirk',
    'Ann Kirk (left company)',
    'Ann Kirk [no longer with Acme]',
    'Ann Kirk - DUPLICATE',
    'Ann Kirk – inactive!',
    'Ann Kirk (left company) (duplicate)',
    'Ann (deceased) Kirk',
    'Ann Kirk (ausgeschieden)',
    'Ann Kirk - nicht mehr im Unternehmen',
    'Ann Kirk (a quitté la société)',
    'Ann Kirk - DOUBLON',
    'Ann Kirk (On Leave) (000123)',
    'Ann Kirk (000123) (On Leave)',
    'Ann Kirk (Terminated)',
    'Ann Kirk [C]',
    'Ann Kirk [P-1234]',
  ])('are dropped from %j', (name) => expect(withoutRemark(name)).toBe('Ann Kirk'));

  it.each([
    'Ann Kirk',
    'Ann (Annie) Kirk',
    'Ann Kirk (née Left)',
    'Ann Left',
    'Dora Test',
    'Do Minh',
    'Noemi Parti',
    'Ann Kirk - VP Sales',
    'Ann Kirk | Acme',
    'Vip Kumar',
    '**Ann Kirk**',
    'Kirk-Left, Ann',
  ])('are not found in %j', (name) => expect(withoutRemark(name)).toBe(name));

  it.each(['Acme Corp - DO NOT USE', 'Acme Corp (Duplicate)', '*** INACTIVE *** Acme Corp'])(
    'are dropped from the name of a company: %s',
    (name) => expect(withoutRemark(name, 'company')).toBe('Acme Corp'),
  );

  it.each(['Do Not Disturb Ltd', 'Salon (VIP)', 'Duplicate', 'Acme (Test) Corp', '**Acme**', 'Acme - Retail'])(
    'are not found in the name of a company: %s',
    (name) => expect(withoutRemark(name, 'company')).toBe(name),
  );

  it('may be the whole text', () => expect(withoutRemark('DO NOT CALL')).toBe(''));
});
