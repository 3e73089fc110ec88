import { expect, it } from 'vitest';
import {
  addReasons,
  groupWarnings,
  ReasonCounter,
  ReasonExamples,
  topReasons,
  UNKNOWN_FIELD,
  UNLISTED,
} from './reasons.ts';

const at = (reason: string, line = 1) => ({ field: 'name', reason, file: 'f', line });

it('counts equal reasons together and stores the first place of each', () => {
  const counter = new ReasonCounter('companies');
  for (const reason of [at('a', 1), at('b', 2), at('a', 3)]) counter.add(reason);
  const first = addReasons([], counter.take());
  expect(first).toEqual([
    { ...at('a', 1), count: 2 },
    { ...at('b', 2), count: 1 },
  ]);
  expect(counter.take()).toEqual([]);
  counter.add(at('b', 9));
  expect(addReasons(first, counter.take())).toEqual([
    { ...at('a', 1), count: 2 },
    { ...at('b', 2), count: 2 },
  ]);
});

it('shows the five most frequent reasons, the most frequent first', () => {
  const reasons = ['a', 'b', 'c', 'd', 'e', 'f'].map((reason, index) => ({ ...at(reason), count: index }));
  expect(topReasons(reasons).map(({ reason }) => reason)).toEqual(['f', 'e', 'd', 'c', 'b']);
});

it('counts an unbounded number of different reasons, but distinguishes only some', () => {
  let reasons: ReturnType<typeof addReasons> = [];
  for (let index = 0; index < 2000; index++) reasons = addReasons(reasons, [{ ...at(`r${index}`), count: 1 }]);
  expect(reasons.length).toBeLessThanOrEqual(501);
  expect(reasons.reduce((sum, { count }) => sum + count, 0)).toBe(2000);
});

it('separates unlisted values from faults, the most frequent first', () => {
  const weaving = { ...at(`${UNLISTED}weaving`), count: 2 };
  const knitting = { ...at(`${UNLISTED}knitting`), count: 7 };
  const fault = { ...at('not a domain'), count: 1 };
  const { faults, unlisted } = groupWarnings([weaving, fault, knitting]);
  expect(faults).toEqual([fault]);
  expect(unlisted.map(({ value, count }) => [value, count])).toEqual([
    ['knitting', 7],
    ['weaving', 2],
  ]);
});

it('collects up to three distinct examples of a reason, and does not store them', () => {
  const counter = new ReasonCounter('companies');
  const examples = new ReasonExamples();
  const met = (values: readonly unknown[]) => {
    for (const value of values) counter.add(at('unknown'), value);
    const taken = counter.take();
    examples.add(taken);
    return addReasons([], taken);
  };
  const kept = addReasons(met(['red', null, 'red']), met(['blue', { no: 'single value' }, 7, 'green']));
  expect(kept).toEqual([{ ...at('unknown'), count: 7 }]);
  expect(examples.shownWith(kept)).toEqual([{ ...at('unknown'), count: 7, examples: ['red', 'blue', '7'] }]);
  expect(examples.shownWith([{ ...at('other'), count: 1 }])).toMatchObject([{ examples: [] }]);
});

it('counts an unknown field once per row, however often it occurs, and not as a fault', () => {
  const counter = new ReasonCounter('companies');
  for (const times of [3, 1, 2]) {
    counter.startRow();
    for (let time = 0; time < times; time += 1) counter.add(at(UNKNOWN_FIELD));
  }
  const { faults, unknownFields } = groupWarnings(counter.take());
  expect(faults).toEqual([]);
  expect(unknownFields).toMatchObject([{ ...at(UNKNOWN_FIELD), count: 3 }]);
});
