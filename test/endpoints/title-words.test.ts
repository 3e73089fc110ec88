// The word rule for titles applies to three searches, so each case runs on the positions of people, on openings and
// on a waterfall step.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXTURE } from '../support/fixture.ts';
import { company, companyUrl, opening, person, position, rank } from '../support/fixture-records.ts';
import { slugsOf } from '../support/read-pages.ts';
import { startTestService, type TestService } from '../support/service.ts';

const TITLES = [
  'VP Sales',
  'Vice President of Sales',
  'SVP Sales',
  'Executive Vice President, Sales',
  'EVP',
  'Senior Vice-President',
  'President',
  'Vice Chair, President',
  'CEO',
  'Chief Executive Officer',
  'Chief Executive Officer & Founder',
  'CTO',
  'Chief Technology Officer',
  'Chief Technical Officer',
  'CMO',
  'Chief Marketing Officer',
  'Chief Medical Officer',
  'CPO',
  'Chief People Officer',
  'Chief Product Officer',
  'HR Mgr.',
  'Human Resources Manager',
  'Human Capital Resources',
  'Sr. Eng',
  'Senior Software Engineer',
  'Software Engineering Lead',
  'SWE II',
  'PM',
  'Product Manager',
  'Project Manager',
  'C++ Developer',
  'C Developer',
  'C#/F# Dev',
  'ASP.NET Developer',
  '.NET Developer',
  'Net Developer',
  'Node.js Development',
  'Straßenbau-Ingenieur',
  'INGÉNIEUR STRASSENBAU',
  'Kierownik działu',
  'Læknir í Ísafirði',
  '営業 部長',
];

const STAFF = TITLES.map((title, index) =>
  person(`p${String(index).padStart(2, '0')}`, 1, { experiences: [position('words', title, rank('Staff'))] }),
);
// Each opening has its own source, so that no two of them form one row.
const OPENINGS = TITLES.map((title, index) => opening('words', title, { source: `s${index}` }));

let service: TestService;
let people: TestService;
beforeAll(async () => {
  service = await startTestService({ companies: [company('words', 'Words')], people: STAFF, jobs: OPENINGS });
  people = await startTestService(FIXTURE);
});
afterAll(async () => {
  await service.close();
  await people.close();
});

const inOrder = (titles: readonly string[]) => TITLES.filter((title) => titles.includes(title));

/** The titles that a filter finds for people, for openings, and for a waterfall step. */
async function found(include: readonly string[], exclude: readonly string[] = []) {
  const filter = { include, exclude };
  const ofPeople = await service.call('people-search', { people: { job_title: filter }, max_results: 100 });
  const ofJobs = await service.call('job-search', { job: { title: filter }, max_results: 100 });
  const step = { include_title: include, exclude_title: exclude, location: ['WORLD'] };
  const ofStep = await service.call('waterfall', {
    company_network_url: companyUrl('words'),
    cascade: [step],
    max_results: 100,
  });
  return {
    people: inOrder(ofPeople.body.results.map((row: { job_title: string }) => row.job_title)),
    openings: inOrder(ofJobs.body.results.map((row: { title: string }) => row.title)),
    step: inOrder(ofStep.body.results.map((row: { person: { job_title: string } }) => row.person.job_title)),
  };
}

const VICE_PRESIDENTS = TITLES.slice(0, 6);
const CEOS = ['CEO', 'Chief Executive Officer', 'Chief Executive Officer & Founder'];

describe('each word of a value must occur in the title, whole and in any order', () => {
  test.each([
    ['sales vice', ['Vice President of Sales', 'Executive Vice President, Sales']],
    ['founder officer', ['Chief Executive Officer & Founder']],
    ['sale', []],
    ['officer, SALES', []],
    ['strassenbau', ['Straßenbau-Ingenieur', 'INGÉNIEUR STRASSENBAU']],
    ['ingénieur straßenbau', ['Straßenbau-Ingenieur', 'INGÉNIEUR STRASSENBAU']],
    ['DZIALU', ['Kierownik działu']],
    ['laeknir isafirdi', ['Læknir í Ísafirði']],
    ['営業', ['営業 部長']],
    ['ＣＥＯ', CEOS],
    ['c++', ['C++ Developer']],
    ['c', ['C Developer']],
    ['f# C#', ['C#/F# Dev']],
    ['.net', ['.NET Developer']],
    ['asp.net', ['ASP.NET Developer']],
    ['net', ['Net Developer']],
    ['NODE.JS', ['Node.js Development']],
    ['node', []],
  ])('%s', async (value, titles) => {
    const expected = inOrder(titles);
    expect(await found([value])).toEqual({ people: expected, openings: expected, step: expected });
  });
});

describe('abbreviations match their long forms, both ways', () => {
  test.each([
    ['vp', VICE_PRESIDENTS],
    // Words need not be adjacent.
    ['vice president', [...VICE_PRESIDENTS, 'Vice Chair, President']],
    ['VP, Sales', ['VP Sales', 'Vice President of Sales', 'SVP Sales', 'Executive Vice President, Sales']],
    [
      'president',
      [
        'Vice President of Sales',
        'Executive Vice President, Sales',
        'Senior Vice-President',
        'President',
        'Vice Chair, President',
      ],
    ],
    ['svp', ['SVP Sales', 'Senior Vice-President']],
    ['senior vice president', ['SVP Sales', 'Senior Vice-President']],
    ['evp', ['EVP', 'Executive Vice President, Sales']],
    ['executive vice president', ['EVP', 'Executive Vice President, Sales']],
    ['ceo', CEOS],
    ['Chief Executive Officer', CEOS],
    // A long form must be contiguous.
    ['officer chief executive', CEOS.slice(1)],
    ['cto', ['CTO', 'Chief Technology Officer', 'Chief Technical Officer']],
    ['chief technology officer', ['CTO', 'Chief Technology Officer']],
    ['chief technical officer', ['CTO', 'Chief Technical Officer']],
    ['cmo', ['CMO', 'Chief Marketing Officer', 'Chief Medical Officer']],
    ['chief medical officer', ['CMO', 'Chief Medical Officer']],
    ['cpo', ['CPO', 'Chief People Officer', 'Chief Product Officer']],
    ['hr', ['HR Mgr.', 'Human Resources Manager']],
    ['human resources manager', ['HR Mgr.', 'Human Resources Manager']],
    ['resources human', ['Human Resources Manager', 'Human Capital Resources']],
    ['manager', ['HR Mgr.', 'Human Resources Manager', 'Product Manager', 'Project Manager']],
    ['mgr', ['HR Mgr.', 'Human Resources Manager', 'Product Manager', 'Project Manager']],
    ['senior eng', ['Sr. Eng', 'Senior Software Engineer']],
    ['eng', ['Sr. Eng', 'Senior Software Engineer', 'Software Engineering Lead']],
    ['engineer', ['Sr. Eng', 'Senior Software Engineer']],
    ['engineering', ['Sr. Eng', 'Software Engineering Lead']],
    ['swe', ['SWE II', 'Senior Software Engineer']],
    ['software engineer', ['SWE II', 'Senior Software Engineer']],
    ['pm', ['PM', 'Product Manager', 'Project Manager']],
    ['project manager', ['PM', 'Project Manager']],
    ['c# developer', ['C#/F# Dev']],
    ['dev node.js', ['Node.js Development']],
  ])('%s', async (value, titles) => {
    const expected = inOrder(titles);
    expect(await found([value])).toEqual({ people: expected, openings: expected, step: expected });
  });
});

describe('brackets require the whole title, without abbreviations', () => {
  test.each([
    ['[Chief Executive Officer]', ['Chief Executive Officer']],
    [' [ chief – executive / OFFICER! ] ', ['Chief Executive Officer']],
    ['[ceo]', ['CEO']],
    ['[vice president]', []],
    ['[Sales VP]', []],
    ['[straßenbau ingénieur]', ['Straßenbau-Ingenieur']],
    ['[c developer]', ['C Developer']],
    ['[net developer]', ['Net Developer']],
  ])('%s', async (value, titles) => {
    expect(await found([value])).toEqual({ people: titles, openings: titles, step: titles });
  });
});

describe('include values are alternatives, and exclude removes matches', () => {
  test.each([
    [['hr', 'c#', '[EVP]'], [], ['EVP', 'HR Mgr.', 'Human Resources Manager', 'C#/F# Dev']],
    [['vp'], ['svp', 'evp'], ['VP Sales', 'Vice President of Sales']],
    [['chief'], ['cto', 'cmo', 'cpo', '[Chief Executive Officer]'], ['Chief Executive Officer & Founder']],
    [['hr'], ['human resources'], []],
  ])('%j without %j', async (include, exclude, titles) => {
    expect(await found(include, exclude)).toEqual({ people: titles, openings: titles, step: titles });
  });

  test('exclude alone finds all others', async () => {
    const others = TITLES.filter((title) => !/president|vp/i.test(title));
    expect(await found([], ['vp', 'president'])).toEqual({ people: others, openings: others, step: others });
  });
});

describe('include_headline also searches the headline', () => {
  test.each([
    [{ include: ['vp sales'] }, ['dee-ross', 'eli-voss', 'fay-moor', 'ben-lost']],
    [
      { include: ['vp sales'], include_headline: true },
      ['dee-ross', 'eli-voss', 'fay-moor', 'ora-kim', 'ben-lost', 'cat-none'],
    ],
    [{ include: ['vp sales'], include_headline: false }, ['dee-ross', 'eli-voss', 'fay-moor', 'ben-lost']],
    // The words of one value may be split between title and headline.
    [{ include: ['software learning'], include_headline: true }, ['ora-kim']],
    [{ include: ['software learning'] }, []],
    [{ include: ['[machine learning formerly vp sales]'], include_headline: true }, ['ora-kim']],
    [{ include: ['[vp sales]'], include_headline: true }, ['dee-ross', 'ben-lost']],
    // exclude searches title and headline, too.
    [
      { include: ['vp sales'], exclude: ['formerly', 'looking'], include_headline: true },
      ['dee-ross', 'eli-voss', 'fay-moor', 'ben-lost'],
    ],
    [{ include: ['[software engineer]'], exclude: ['learning'] }, ['ora-kim']],
    // A search does not find text that the answer hides.
    [{ include: ['wombat'], include_headline: true }, []],
    [{ include: ['robots ask'], include_headline: true }, ['ada-king']],
  ])('%j', async (job_title, slugs) => {
    expect(slugsOf(await people.call('people-search', { people: { job_title } }))).toEqual(slugs);
  });
});
