import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackPeople } from '../catalog/packed-people.ts';
import { generatePeople } from '../generate/generate.ts';
import { openInputs } from './open-inputs.ts';
import { readBatches } from './read-batches.ts';
import { recordBuilder } from './record-kinds.ts';

const CONTEXT = { source: 'test', today: '2026-03-15', commonNames: new Set<string>() };
const GENERATED = [...generatePeople({ seed: 3, people: 300, companies: 40, jobs: 0 })];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-batches-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The stored and reported results for the people of a file, without the line numbers. */
async function resultOf(name: string, content: string) {
  const path = join(folder, name);
  writeFileSync(path, content);
  const [input] = await openInputs({
    kind: 'people',
    files: [path],
    mapOptions: [],
    preset: null,
    saved: null,
    encoding: null,
  });
  if (input === undefined) throw new Error('not opened');
  const people = [];
  const noted = [];
  const builder = recordBuilder('people', CONTEXT);
  for await (const batch of readBatches(input, { kind: 'people', builder, rowsDone: 0 })) {
    if (batch.records.kind !== 'people') throw new Error('not people');
    for (const { slug, json, unanswered, hash, employedKeys, emails, phones, positions } of unpackPeople(
      batch.records.people,
    )) {
      people.push({ slug, json, unanswered, hash, employedKeys, emails, phones, positions });
    }
    const reasons = [...batch.rejectReasons, ...batch.warningReasons];
    noted.push(...reasons.map(({ field, reason, count }) => ({ field, reason, count })));
  }
  return { people, noted };
}

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', ' ', '"', '\\', '\n', '\u0000', '\ud800', '\u00a0x', 'MÃ¼ller', '&amp;', '\ufffd', '😀', 'NA'),
  fc.constantFrom(
    'a@b.example',
    '+44 7700 900123',
    '2010-2015',
    '１２３４５６７',
    '\u2028',
    '\ufeffJo',
    'é',
    'e\u0301',
  ),
);
const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, 7, -0, 1e21, 2.5, [], {}, [null], [['x']], { city: 7 }, ['a', 'a', 3]),
);
/** A generated person with some members replaced, dropped or added. */
const hostilePerson = fc
  .tuple(
    fc.constantFrom(...GENERATED),
    fc.dictionary(fc.constantFrom(...Object.keys(GENERATED[0] ?? {}), 'email', 'unknown', '__proto__'), hostileValue, {
      maxKeys: 4,
    }),
    fc.dictionary(fc.constantFrom(...Object.keys(GENERATED[0]?.experiences[0] ?? {}), 'odd'), hostileValue, {
      maxKeys: 3,
    }),
  )
  .map(([person, members, ofPosition]) => ({
    ...person,
    experiences: person.experiences.map((each, index) => (index === 0 ? { ...each, ...ofPosition } : each)),
    ...members,
  }));

describe('rows of JSON Lines, whose bytes show that most need no repair', () => {
  it('are stored and reported like the same rows of a JSON array, whatever they contain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostilePerson, { minLength: 1, maxLength: 5 }), async (people) => {
        const texts = [GENERATED[0], ...people].map((person) => JSON.stringify(person));
        const lines = await resultOf('people.jsonl', texts.join('\r\n'));
        expect(lines).toEqual(await resultOf('people.json', `[${texts.join(',\n')}]`));
      }),
      { numRuns: 60 },
    );
  });

  it('are stored alike with and without escapes, and generated people are never rejected', async () => {
    const texts = GENERATED.map((person) => JSON.stringify(person));
    const escaped = texts.map((text) =>
      text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    );
    const plain = await resultOf('plain.jsonl', texts.join('\n'));
    expect(plain.people).toHaveLength(GENERATED.length);
    expect(plain.noted).toEqual([]);
    expect((await resultOf('escaped.jsonl', escaped.join('\n'))).people).toEqual(plain.people);
  });
});

describe('the report of a rejected row', () => {
  it('has each cell, also of columns with the same header', async () => {
    const path = join(folder, 'twice.csv');
    writeFileSync(path, 'full_name,Mail,Mail,\n,a@acme.test,b@acme.test,x\n');
    const [input] = await openInputs({ kind: 'people', files: [path], mapOptions: [], encoding: null });
    if (input === undefined) throw new Error('not opened');
    const reading = {
      kind: 'people',
      builder: recordBuilder('people', CONTEXT),
      isListing: true,
      rowsDone: 0,
    } as const;
    const [batch] = await Array.fromAsync(readBatches(input, reading));
    expect(JSON.parse(batch?.listed[0] ?? '')).toMatchObject({
      line: 2,
      row: { full_name: '', '#2': 'a@acme.test', '#3': 'b@acme.test', '#4': 'x' },
    });
  });
});
