import { describe, expect, it } from 'vitest';
import { cellShaper } from './apply-mapping.ts';
import { describeMapping } from './describe-mapping.ts';
import { makeMapping } from './mapping.ts';
import { phoneFieldOf } from './phone-kinds.ts';

function mapPeople(...rows: readonly string[]) {
  const headRows = rows.map((text, index) => ({ line: index + 1, text, cells: text.split(','), fault: null }));
  const format = { kind: 'table', delimiter: ',', preambleRows: 0 } as const;
  return makeMapping({ path: 'f.csv', format, kind: 'people', headRows, mapOptions: [] });
}

const fieldsOf = (...rows: readonly string[]) => mapPeople(...rows).columns.map(({ field }) => field);

describe('a column of phone numbers', () => {
  it.each([
    ['work_phone', 'HQ Phone|Main Line|Company Main Phone|Company Phone 1|Switchboard|Zentrale|Phone (HQ)|Office Tel.'],
    ['mobile_phone', 'Mobile Numbers|Mobile 1|Cell Number|Handynummer|Person Mobile Phone'],
    ['direct_phone', 'Direct Numbers|Direct Phone 1|Durchwahl'],
    ['phone', 'Phone 1|Tel|Home'],
  ])('has numbers of %s by its header: %s', (field, headers) => {
    for (const header of headers.split('|')) {
      expect(phoneFieldOf(header), header).toBe(field);
      expect(fieldsOf(`First Name,${header}`, 'Jo,+44 7700 900101').at(-1), header).toBe(field);
    }
  });

  it('is not imported if it is the second one of the company', () => {
    const row = 'Jo,+44 20 7946 0018,+44 20 7946 0019';
    expect(fieldsOf('First Name,Company Phone 1,Company Phone 2', row)).toEqual(['first_name', 'work_phone', null]);
  });

  it.each([
    ['Phone 1,Phone 1 Type,Phone 2,Phone 2 Type', ['+44 7700 900101', 'Mobile', '+44 20 7946 0018', 'HQ']],
    [
      'Phone 1 - Value,Phone 1 - Label,Phone 2 - Value,Phone 2 - Label',
      ['+44 7700 900101', 'Mobile', '+44 20 7946 0018', 'Work'],
    ],
  ])('has the kinds of the column next to it: %s', (header, cells) => {
    const mapping = mapPeople(`First Name,${header}`, ['Jo', ...cells].join(','));
    expect(cellShaper(mapping, 'people')(['Jo', ...cells])).toEqual({
      first_name: 'Jo',
      mobile_phone: '+44 7700 900101',
      work_phone: '+44 20 7946 0018',
    });
    expect(describeMapping(mapping, { encoding: 'utf-8', container: null })).toContain('kinds of Phone 1');
  });

  it('keeps several numbers of one kind', () => {
    const mapping = mapPeople('First Name,Phone 1,Phone 1 Type,Phone 2,Phone 2 Type', 'Jo,1,mobile,2,mobile');
    expect(cellShaper(mapping, 'people')(['Jo', '1', 'mobile', '2', 'mobile'])).toEqual({
      first_name: 'Jo',
      mobile_phone: '1',
      phones: '2',
    });
  });
});

it('does not use the country of the employer as the country of the person', () => {
  const rows = ['First Name,Company,Company Country,HQ Location', 'Jo,Acme,Germany,"Ulm', 'Al,Beta,France,Paris'];
  expect(fieldsOf(...rows)).toEqual(['first_name', 'company_name', null, null]);
  expect(fieldsOf('First Name,Company,Land der Person', 'Jo,Acme,Germany', 'Al,Beta,France').at(-1)).toBe(
    'location.country_code',
  );
});

it.each([
  'Account=company_name',
  'UF=location.state_code',
  'Business City=location.city',
  'Address City=location.city',
  'Address 1 - City=location.city',
])('recognizes %s of people by its header', (pair) => {
  const [header = '', field] = pair.split('=');
  expect(fieldsOf(`First Name,${header}`)).toEqual(['first_name', field]);
});
