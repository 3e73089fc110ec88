import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyShaper } from './apply-mapping.ts';
import type { ImportKind } from './import-fields.ts';
import { makeMapping } from './mapping.ts';
import { flattenedKeys, innerKeyHeaders, OWN_KEYS, valueAt } from './nested-keys.ts';

function mappingOf(kind: ImportKind, rows: readonly object[]) {
  const headRows = rows.map((row) => ({ line: 1, text: JSON.stringify(row), cells: null, fault: null, byteLength: 0 }));
  return makeMapping({ path: 'f', format: { kind: 'json-lines' }, kind, headRows, mapOptions: [] });
}

/** Rows as they are imported. */
function shaped(kind: ImportKind, rows: readonly Record<string, unknown>[]) {
  const shape = keyShaper(mappingOf(kind, rows), kind);
  return rows.map((row) => (shape === null ? row : shape(row)));
}

describe('objects in JSON rows of other products', () => {
  it('are read by key path', () => {
    const row = {
      name: { first: 'Jane', last: 'Roe' },
      current_position: { title: 'CFO', company: { name: 'Acme', website: 'acme.test' } },
      contact: { emails: ['j@acme.test', 'j@gmail.com'], phones: [{ number: '+44 7700 900101', type: 'mobile' }] },
      manager: { name: 'Bo Ek', email: 'bo@acme.test' },
    };
    expect(shaped('people', [row, { contact: { emails: [], phones: [] } }])[0]).toEqual({
      first_name: 'Jane',
      last_name: 'Roe',
      job_title: 'CFO',
      company_name: 'Acme',
      company_website: 'acme.test',
      emails: ['j@acme.test', 'j@gmail.com'],
      phones: [{ phone: '+44 7700 900101', kind: 'mobile' }],
    });
  });

  it.each([
    [{ '@type': 'QuantitativeValue', minValue: 10, maxValue: 50 }, '10-50'],
    [{ '@type': 'QuantitativeValue', minValue: 10 }, '>= 10'],
    [{ maxValue: '50' }, '<= 50'],
    [{ '@type': 'QuantitativeValue', value: 42 }, 42],
    [{ value: 42 }, 42],
  ])('that are quantities of JSON-LD are one value: %j', (numberOfEmployees, employee_count) => {
    const [row] = shaped('companies', [{ name: 'Acme', numberOfEmployees }]);
    expect(row).toMatchObject({ name: 'Acme', employee_count });
  });

  it('may alternate with plain texts under the same key', () => {
    const rows = [
      { title: 'Cook', company: { name: 'Acme' } },
      { title: 'Baker', company: 'Beta' },
    ];
    expect(shaped('jobs', rows)).toEqual([
      { title: 'Cook', company_name: 'Acme' },
      { title: 'Baker', company_name: 'Beta' },
    ]);
  });

  it('have the keys of all rows of the head, and report the other keys without a value', () => {
    const rows = Array.from({ length: 300 }, (_, index) => ({
      full_name: `Jo ${index}`,
      contact: index < 299 ? { fax: '1' } : { email: 'late@acme.test' },
    }));
    expect(shaped('people', rows).at(-1)).toEqual({ full_name: 'Jo 299', email: 'late@acme.test' });
    const mapping = mappingOf('people', rows.slice(0, 299));
    expect(keyShaper(mapping, 'people')?.(rows[299] ?? {})).toEqual({ full_name: 'Jo 299', 'contact.email': null });
  });

  it('give single fields of one entry of a list only: the main one, or the first', () => {
    const places = [
      { city: null, country: 'France' },
      { city: 'Bern', country: 'Switzerland' },
    ];
    const rows = [
      { name: 'Acme', locations: places },
      { name: 'Beta', locations: [places[0], { ...places[1], is_primary: true }] },
    ];
    expect(shaped('companies', rows)).toEqual([
      { name: 'Acme', hq: { country_code: 'France' } },
      { name: 'Beta', hq: { city: 'Bern', country_code: 'Switzerland' } },
    ]);
  });

  it('do not complete a place with parts of another one', () => {
    const row = { name: 'Acme', headquarters: { city: 'Bern' }, locations: [{ region: 'Ontario', country: 'Canada' }] };
    expect(shaped('companies', [row])).toEqual([{ name: 'Acme', hq: { city: 'Bern' } }]);
  });

  it('may be places of the record in the form of another product', () => {
    const jobs = shaped('jobs', [{ title: 'Cook', company: 'Acme', location: { name: 'Bern, Switzerland' } }]);
    expect(jobs).toEqual([{ title: 'Cook', company_name: 'Acme', location: { city: 'Bern, Switzerland' } }]);
    const people = shaped('people', [{ name: 'Jo', location: { locality: 'Bern', country: 'Switzerland' } }]);
    expect(people).toEqual([{ full_name: 'Jo', location: { city: 'Bern', country_code: 'Switzerland' } }]);
  });

  it('may be postings of the web vocabulary', () => {
    const row = {
      '@type': 'JobPosting',
      title: 'Cook',
      hiringOrganization: { name: 'Acme', sameAs: 'https://acme.example' },
      jobLocation: [{ address: { addressLocality: 'Lyon', addressCountry: 'FR' } }],
    };
    expect(shaped('jobs', [row])).toEqual([
      {
        '@type': 'JobPosting',
        title: 'Cook',
        company_name: 'Acme',
        company_website: 'https://acme.example',
        location: { city: 'Lyon', country_code: 'FR' },
      },
    ]);
  });

  it('give the profile URL of a list of profiles, and never the site of an employer', () => {
    const [git, network] = ['https://git.example/jo', 'https://www.network.example/in/jo'];
    const rows = [git, network].map((url) => ({
      full_name: 'Jo',
      profiles: [
        { type: 'x', url: git },
        { type: 'y', url },
      ],
    }));
    expect(shaped('people', rows)).toEqual([{ full_name: 'Jo' }, { full_name: 'Jo', network_url: network }]);
    const sites = ['https://acme.example', 'https://network.example/company/acme'].map((url) => ({ url }));
    expect(shaped('companies', [{ name: 'Acme', social_profiles: sites }])).toEqual([
      { name: 'Acme', network_url: 'https://network.example/company/acme', website: 'https://acme.example' },
    ]);
  });

  it('may be the employer, with its profile URL, next to the account of a CRM, which is no known export', () => {
    const rows = ['acme', 'bolt'].map((slug, index) => ({
      first_name: 'Jo',
      last_name: 'Roe',
      organization: {
        name: slug,
        page: `https://www.network.example/company/${slug}`,
        primary_domain: `${slug}.example`,
      },
      ...(index === 0 ? { account: { id: 'a1', name: 'Acme (US)' } } : {}),
    }));
    expect(shaped('people', rows)).toMatchObject(
      ['acme', 'bolt'].map((slug) => ({
        company_name: slug,
        company_network_url: `https://www.network.example/company/${slug}`,
        company_domain: `${slug}.example`,
      })),
    );
    const job = { title: 'Cook', company: { name: 'Acme', page: 'https://www.network.example/company/acme' } };
    expect(shaped('jobs', [job])).toMatchObject([{ company_network_url: job.company.page }]);
  });

  it('may be a list of URLs: of profiles, of handles, and of the site of a company', () => {
    const [github, x] = ['https://github.com/acme-labs', 'https://x.com/acmelabs'];
    const profile = 'https://www.network.example/company/acme';
    const found = { name: 'Acme', network_url: profile, github_handle: github, x_handle: x };
    const site = 'https://acme.example/';
    const rows = ['links', 'sameAs'].map((key) => ({ name: 'Acme', [key]: [site, github, x, profile, null] }));
    for (const row of rows) expect(shaped('companies', [row])).toEqual([{ ...found, website: site }]);
    // Two sites: neither is certainly that of the company. A stated value has precedence.
    const links = [site, 'https://other.example', github, profile];
    expect(shaped('companies', [{ links, github_handle: 'acme', name: 'Acme' }])).toEqual([
      { name: 'Acme', network_url: profile, github_handle: 'acme' },
    ]);
    expect(shaped('people', [{ full_name: 'Jo', urls: [site, 'https://network.example/in/jo', github] }])).toEqual([
      { full_name: 'Jo', network_url: 'https://network.example/in/jo', github_handle: github },
    ]);
  });

  it('have a name, but their id is not a value', () => {
    const row = { full_name: 'Jo', jobTitle: { id: 9, name: 'Cook' }, department: { id: 3, name: 'Sales' } };
    expect(shaped('people', [row])).toEqual([{ full_name: 'Jo', job_title: 'Cook', job_function: 'Sales' }]);
  });

  it('are objects of the record if they have the names of such objects', () => {
    const row = { name: 'Acme', hq: { city: 'Bern', country_code: 'CH' } };
    expect(shaped('companies', [row])).toEqual([row]);
  });

  it('are ignored if they describe other people or schools', () => {
    const row = { full_name: 'Jo', manager: { email: 'm@acme.test' }, school: { name: 'Ulm' } };
    const [person] = shaped('people', [row]);
    expect(person).toEqual({ full_name: 'Jo' });
  });
});

it('lists the headers of an inner key from the most to the least specific', () => {
  expect(innerKeyHeaders('contact.phones.number', 'people')).toEqual([
    'contact phones number',
    'number phones',
    'phones',
    'phones number',
    'number',
  ]);
  expect(innerKeyHeaders('company.city', 'people')).toEqual(['company city', 'city company']);
});

it('finds every leaf by its header', () => {
  const tree = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.string(),
      fc.integer(),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), tree, { maxKeys: 4, noNullPrototype: true }),
      (row) => {
        for (const [header, value] of flattenedKeys(row, OWN_KEYS.jobs)) expect(valueAt(row, header)).toEqual(value);
      },
    ),
  );
});
