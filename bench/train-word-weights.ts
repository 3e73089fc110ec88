// Trains the votes of words for functions (src/import/titles/word-weights.json) on the development half of the titles by occupation:
// node bench/train-word-weights.ts. The held-out half is not read. The same titles give the same table.
// A softmax over functions, where any right function of a title counts as right; weights of a word only for functions that it was met
// with, unless it is frequent; then the least important are dropped until the table fits, and the others trained on.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JOB_FUNCTIONS } from '../src/contract/vocabularies.ts';
import { featuresOf, singularOf } from '../src/import/titles/word-features.ts';
import { splitWords } from '../src/words/words.ts';
import { isHeldOut, occupationTitles } from '../test/support/title-measures.ts';

const FILE = join(import.meta.dirname, '../src/import/titles/word-weights.json');
const VERSION = 1;
const BYTES_MAX = 145_000;
const STEP = 0.5;
const PAIRS_MIN = 2;
const AFFIXES_MIN = 2;
const FREQUENT_MIN = 8;
const ROUNDS = [
  { epochs: 8, rate: 0.25, bytes: BYTES_MAX * 1.25 },
  { epochs: 3, rate: 0.125, bytes: BYTES_MAX },
  { epochs: 3, rate: 0.125, bytes: Number.POSITIVE_INFINITY },
];
const FUNCTIONS = JOB_FUNCTIONS.filter((name) => name !== 'Other');
const COUNT = FUNCTIONS.length;

interface Example {
  readonly features: readonly number[];
  /** Whether each function is right. */
  readonly right: readonly boolean[];
}

interface Model {
  readonly names: readonly string[];
  /** Titles that hold each feature. */
  readonly counts: readonly number[];
  readonly weights: Float64Array;
  /** 1 where a weight may differ from 0. */
  readonly mask: Uint8Array;
}

/** Park and Miller's generator: the order of training is the same each time. */
function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  const result = [...values];
  let state = seed;
  for (let index = result.length - 1; index > 0; index -= 1) {
    state = (state * 48_271) % 0x7fffffff;
    const other = state % (index + 1);
    [result[index], result[other]] = [result[other] as Value, result[index] as Value];
  }
  return result;
}

function countsOf(lists: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const value of new Set(list)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The words in front of what the classifier cuts (`to`, `at`). */
function ownWords(title: string): string[] {
  const words = splitWords(title.replaceAll('@', ' at '));
  const cut = words.findIndex((word, index) => index > 0 && (word === 'to' || word === 'at'));
  return cut === -1 ? words : words.slice(0, cut);
}

function prepared(titles: readonly { readonly title: string; readonly right: readonly string[] }[]) {
  const words = titles.map(({ title }) => ownWords(title));
  const wordCounts = countsOf(words.map((list) => list.map(singularOf)));
  const isKnown = (word: string) => (wordCounts.get(word) ?? 0) >= 2;
  const features = words.map((list) => featuresOf(list, isKnown));
  const counts = countsOf(features);
  const isKept = ([name, count]: [string, number]) =>
    count >= (name.includes('*') ? AFFIXES_MIN : name.includes(' ') ? PAIRS_MIN : 1);
  const kept = [...counts].filter(isKept).sort(([a], [b]) => (a < b ? -1 : 1));
  const places = new Map(kept.map(([name], place) => [name, place]));
  const examples: Example[] = titles.map(({ right }, index) => ({
    features: (features[index] ?? []).flatMap((name) => places.get(name) ?? []),
    right: FUNCTIONS.map((name) => right.includes(name)),
  }));
  const mask = new Uint8Array(kept.length * COUNT);
  kept.forEach(([, count], place) => {
    if (count >= FREQUENT_MIN) mask.fill(1, place * COUNT, (place + 1) * COUNT);
  });
  for (const { features: own, right } of examples) {
    for (const place of own) {
      for (let index = 0; index < COUNT; index += 1) if (right[index]) mask[place * COUNT + index] = 1;
    }
  }
  const weights = new Float64Array(kept.length * COUNT);
  return {
    examples,
    model: { names: kept.map(([name]) => name), counts: kept.map(([, count]) => count), weights, mask },
  };
}

function train(model: Model, examples: readonly Example[], round: { epochs: number; rate: number }): void {
  const { weights, mask } = model;
  const steps = new Float64Array(model.names.length).fill(1e-3);
  const gradient = new Float64Array(COUNT);
  for (let epoch = 1; epoch <= round.epochs; epoch += 1) {
    for (const { features, right } of shuffled(examples, epoch)) {
      if (features.length === 0) continue;
      const size = gradientOf(weights, { features, right }, gradient);
      for (const place of features) {
        steps[place] = (steps[place] ?? 0) + size;
        const rate = round.rate / Math.sqrt(steps[place] ?? 1);
        for (let index = 0; index < COUNT; index += 1) {
          const at = place * COUNT + index;
          if (mask[at] === 1) weights[at] = (weights[at] ?? 0) - rate * (gradient[index] ?? 0);
        }
      }
    }
  }
}

/** Fills in probability less target for each function; returns the square of its length. */
function gradientOf(weights: Float64Array, { features, right }: Example, gradient: Float64Array): number {
  const scores = FUNCTIONS.map((_, index) =>
    features.reduce((sum, place) => sum + (weights[place * COUNT + index] ?? 0), 0),
  );
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - top));
  const all = powers.reduce((sum, power) => sum + power, 0);
  const ofRight = powers.reduce((sum, power, index) => sum + (right[index] ? power : 0), 0);
  let size = 0;
  for (let index = 0; index < COUNT; index += 1) {
    const power = powers[index] ?? 0;
    const target = right[index] ? power / Math.max(ofRight, 1e-300) : 0;
    gradient[index] = power / all - target;
    size += (gradient[index] ?? 0) ** 2;
  }
  return size;
}

/** Drops the weights that matter least for their bytes. */
function prune({ names, counts, weights, mask }: Model, bytesMax: number): void {
  const bytesOf = (at: number) => (names[Math.floor(at / COUNT)]?.length ?? 0) + 2;
  const importance = (at: number) =>
    (Math.abs(weights[at] ?? 0) * (counts[Math.floor(at / COUNT)] ?? 0) ** 0.3) / Math.sqrt(bytesOf(at));
  const order = Array.from(weights.keys())
    .filter((at) => mask[at] === 1 && Math.abs(weights[at] ?? 0) > STEP / 2)
    .map((at) => ({ at, importance: importance(at) }))
    .sort((a, b) => b.importance - a.importance);
  mask.fill(0);
  let bytes = 0;
  for (const { at } of order) {
    bytes += bytesOf(at);
    if (bytes > bytesMax) break;
    mask[at] = 1;
  }
  for (let at = 0; at < weights.length; at += 1) if (mask[at] === 0) weights[at] = 0;
}

/** Functions -> weight -> features, sorted: to be read and compared. */
function tableOf({ names, weights }: Model): Record<string, Record<string, string>> {
  const table: Record<string, Record<string, string>> = {};
  FUNCTIONS.forEach((name, index) => {
    const lines = new Map<number, string[]>();
    names.forEach((feature, place) => {
      const weight = Math.round((weights[place * COUNT + index] ?? 0) / STEP);
      if (weight !== 0) lines.set(weight, [...(lines.get(weight) ?? []), feature]);
    });
    const sorted = [...lines].sort(([a], [b]) => b - a);
    // A blank keeps the keys from being numbers, which JSON.parse would put in another order.
    table[name] = Object.fromEntries(
      sorted.map(([weight, features]) => [`${weight > 0 ? '+' : ''}${weight}`, features.join(', ')]),
    );
  });
  return table;
}

const titles = occupationTitles().filter((title) => !isHeldOut(title));
const { examples, model } = prepared(titles);
for (const round of ROUNDS) {
  train(model, examples, round);
  if (Number.isFinite(round.bytes)) prune(model, round.bytes);
}
const text = `${JSON.stringify({ version: VERSION, functions: tableOf(model) }, null, 1)}\n`;
writeFileSync(FILE, text);
console.log(`${titles.length} titles, ${model.names.length} features; ${text.length} characters written`);
