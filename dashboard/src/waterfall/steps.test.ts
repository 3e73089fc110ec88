import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../src/contract/endpoints/endpoints.ts';
import { moved, newForm, newStep, readForm, waterfallBody, writeForm } from './steps.ts';

test('moves a step; the others keep their order, and none is lost', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(), { minLength: 1 }),
      fc.nat(20),
      fc.integer({ min: -3, max: 25 }),
      (list, at, to) => {
        const from = at % list.length;
        const result = moved(list, from, to);
        expect(result.toSorted()).toEqual(list.toSorted());
        expect(result.filter((entry) => entry !== list[from])).toEqual(list.filter((entry) => entry !== list[from]));
        expect(result.indexOf(list[from] as number)).toBe(Math.max(0, Math.min(list.length - 1, to)));
      },
    ),
  );
});

test('the API accepts the body of a filled form', () => {
  const step = {
    ...newStep(),
    titles: ['VP Sales'],
    withoutTitles: ['Assistant'],
    places: ['EMEA'],
    withHeadline: true,
  };
  const form = {
    ...newForm(' https://www.network.example/company/acme '),
    steps: [step, newStep()],
    connectionsMin: '50',
  };
  const body = waterfallBody(form);
  expect(new Ajv2020({ strict: false }).validate(ENDPOINTS.waterfall.body, body)).toBe(true);
  // The old name of min_connections_count exists only for clients that already send it.
  const { profile_min_connections: _, ...members } = ENDPOINTS.waterfall.body.properties;
  expect(Object.keys(body).toSorted()).toEqual(Object.keys(members).toSorted());
  expect(body['cascade']).toEqual([
    { include_title: ['VP Sales'], exclude_title: ['Assistant'], location: ['EMEA'], include_headline_search: true },
    {},
  ]);
});

test('each step has its own name', () => {
  expect(newStep().id).not.toBe(newStep().id);
});

test('an address contains the form; a damaged address gives no form', () => {
  const words = fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 });
  const step = fc.record({ titles: words, withoutTitles: words, places: words, withHeadline: fc.boolean() });
  fc.assert(
    fc.property(fc.string(), fc.array(step, { minLength: 1, maxLength: 4 }), (company, steps) => {
      const form = { ...newForm(company), steps: steps.map((each) => ({ ...newStep(), ...each })) };
      expect(waterfallBody(readForm(writeForm(form)) ?? newForm())).toEqual(waterfallBody(form));
    }),
  );
  for (const damaged of ['', '{', '[]', 'null', '{"steps":[]}', '{"steps":1}']) expect(readForm(damaged)).toBeNull();
  expect(readForm('{"steps":[null,1]}')?.steps).toHaveLength(2);
});
