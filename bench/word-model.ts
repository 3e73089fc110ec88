// The model of the word votes: for each function a logistic regression over the features of a title and the phrases
// found in it, trained by AdaGrad. A title is right with any of several functions, so each function is trained
// separately. After the first round the features with the least effect per byte are dropped, and the others are
// trained further.
import { bestPhrase } from '../src/import/titles/function-phrases.ts';
import type { VoteTable } from '../src/import/titles/word-votes.ts';
import { type Example, FUNCTIONS } from './title-examples.ts';

const COUNT = FUNCTIONS.length;
const LETTERS = FUNCTIONS.map((_, place) => String.fromCharCode(65 + place));
const VERSION = 2;
/** A vote in log-odds. */
const STEP = 0.5;
const VOTES_MAX = 9;
const BYTES_MAX = 276_000;
/** Prefixes and suffixes of a single title are not significant. */
const AFFIX_TITLES_MIN = 2;
const DECAY = 3e-3;
const ROUNDS = [
  { epochs: 8, rate: 0.35, bytes: BYTES_MAX * 1.25 },
  { epochs: 6, rate: 0.2, bytes: BYTES_MAX },
  { epochs: 6, rate: 0.2, bytes: Number.POSITIVE_INFINITY },
];
const KINDS = ['hint', 'broad', 'field', 'role'] as const;

interface Encoded {
  readonly places: Int32Array;
  /** Index of the weight of the phrase, and the function of that weight. */
  readonly phrases: readonly (readonly [weight: number, function_: number])[];
  /** 1 for functions that are right. */
  readonly right: Uint8Array;
  readonly weight: number;
}

interface Model {
  readonly names: readonly string[];
  /** Number of titles with each feature. */
  readonly counts: readonly number[];
  readonly weights: Float64Array;
  /** 1 if a weight may differ from 0. */
  readonly mask: Uint8Array;
  readonly steps: Float64Array;
  readonly before: Float64Array;
  readonly phrases: Float64Array;
  readonly phraseSteps: Float64Array;
  beforeStep: number;
}

/** The generator of Park and Miller: the order of training is the same each time. */
function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  const result = [...values];
  let state = seed * 7919 + 13;
  for (let index = result.length - 1; index > 0; index -= 1) {
    state = (state * 48_271) % 0x7fffffff;
    const other = state % (index + 1);
    [result[index], result[other]] = [result[other] as Value, result[index] as Value];
  }
  return result;
}

function newModel(examples: readonly Example[]): Model {
  const counts = new Map<string, number>();
  for (const { features } of examples) {
    for (const feature of new Set(features)) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  const kept = [...counts].filter(([name, count]) => count >= (name.includes('*') ? AFFIX_TITLES_MIN : 1));
  return {
    names: kept.map(([name]) => name),
    counts: kept.map(([, count]) => count),
    weights: new Float64Array(kept.length * COUNT),
    mask: new Uint8Array(kept.length * COUNT).fill(1),
    steps: new Float64Array(kept.length).fill(1e-3),
    before: new Float64Array(COUNT),
    phrases: new Float64Array(KINDS.length * 3).fill(1),
    phraseSteps: new Float64Array(KINDS.length * 3).fill(1e-3),
    beforeStep: 1e-3,
  };
}

function encoded(examples: readonly Example[], { names }: Model): Encoded[] {
  const placeOf = new Map(names.map((name, place) => [name, place]));
  return examples.map(({ features, right, found, weight }) => {
    const best = bestPhrase(found);
    return {
      places: Int32Array.from(new Set(features.flatMap((feature) => placeOf.get(feature) ?? []))),
      phrases: found.map((one) => {
        const role = one !== best ? 2 : one.length > 1 ? 1 : 0;
        return [KINDS.indexOf(one.meaning.kind) * 3 + role, FUNCTIONS.indexOf(one.meaning.function)];
      }),
      right: Uint8Array.from(FUNCTIONS, (name) => (right.includes(name) ? 1 : 0)),
      weight,
    };
  });
}

function trainEpoch(model: Model, examples: readonly Encoded[], rate: number): void {
  const gradient = new Float64Array(COUNT);
  for (const example of examples) {
    const size = gradientOf(model, example, gradient);
    model.beforeStep += size;
    move(model.before, 0, { gradient, rate: rate / Math.sqrt(model.beforeStep) });
    for (const [place, name] of example.phrases) {
      const slope = gradient[name] as number;
      model.phraseSteps[place] = (model.phraseSteps[place] as number) + slope ** 2;
      model.phrases[place] =
        (model.phrases[place] as number) - (rate / Math.sqrt(model.phraseSteps[place] as number)) * slope;
    }
    for (const place of example.places) {
      model.steps[place] = (model.steps[place] as number) + size;
      const own = rate / Math.sqrt(model.steps[place] as number);
      move(model.weights, place * COUNT, { gradient, rate: own, mask: model.mask });
    }
  }
}

/** Fills in probability minus target for each function; returns the square of its length. */
function gradientOf(model: Model, example: Encoded, gradient: Float64Array): number {
  gradient.set(model.before);
  for (const place of example.places) {
    const start = place * COUNT;
    for (let name = 0; name < COUNT; name += 1) {
      gradient[name] = (gradient[name] as number) + (model.weights[start + name] as number);
    }
  }
  for (const [place, name] of example.phrases) {
    gradient[name] = (gradient[name] as number) + (model.phrases[place] as number);
  }
  let size = 0;
  for (let name = 0; name < COUNT; name += 1) {
    const probability = 1 / (1 + Math.exp(-(gradient[name] as number)));
    const slope = example.weight * (probability - (example.right[name] as number));
    gradient[name] = slope;
    size += slope ** 2;
  }
  return size;
}

interface Move {
  readonly gradient: Float64Array;
  readonly rate: number;
  readonly mask?: Uint8Array;
}

/** A step of gradient descent, with decay towards 0. */
function move(weights: Float64Array, start: number, { gradient, rate, mask }: Move): void {
  for (let name = 0; name < COUNT; name += 1) {
    const at = start + name;
    if (mask && mask[at] === 0) continue;
    const weight = weights[at] as number;
    weights[at] = weight - rate * ((gradient[name] as number) + (mask ? DECAY * weight : 0));
  }
}

/** Drops weights that round to no vote, and the features with the least effect per byte. */
function prune({ names, counts, weights, mask }: Model, bytesMax: number): void {
  for (let at = 0; at < weights.length; at += 1) {
    if (Math.abs(weights[at] as number) < STEP / 2) weights[at] = 0;
  }
  const features = names.map((name, place) => {
    const own = weights.subarray(place * COUNT, (place + 1) * COUNT);
    const bytes = name.length + 2 + 2 * own.filter((weight) => weight !== 0).length;
    const size = own.reduce((sum, weight) => sum + Math.abs(weight), 0);
    return { place, bytes, importance: (size * (counts[place] ?? 0) ** 0.1) / Math.sqrt(bytes) };
  });
  features.sort((a, b) => b.importance - a.importance);
  let bytes = 0;
  for (const feature of features) {
    bytes += feature.bytes;
    if (bytes > bytesMax) weights.fill(0, feature.place * COUNT, (feature.place + 1) * COUNT);
  }
  for (let at = 0; at < weights.length; at += 1) mask[at] = weights[at] === 0 ? 0 : 1;
}

/** The table of votes from the examples; the same examples give the same table. */
export function trainVotes(examples: readonly Example[]): VoteTable {
  const model = newModel(examples);
  const all = encoded(examples, model);
  for (const { epochs, rate, bytes } of ROUNDS) {
    for (let epoch = 1; epoch <= epochs; epoch += 1) {
      trainEpoch(model, shuffled(all, epoch), rate * (1 - (0.8 * (epoch - 1)) / epochs));
    }
    if (Number.isFinite(bytes)) prune(model, bytes);
  }
  return tableOf(model);
}

const LINE_LENGTH = 150;
const votes = (weight: number) => Math.round(weight / STEP);
/** Features of many titles: rounding would affect all of these. */
const exactVotes = (weight: number) => Math.round((10 * weight) / STEP) / 10;

function tableOf({ names, weights, before, phrases }: Model): VoteTable {
  const entries = names.flatMap((name, place) => {
    const own = LETTERS.map((letter, index) => {
      const count = Math.max(-VOTES_MAX, Math.min(VOTES_MAX, votes(weights[place * COUNT + index] as number)));
      return count === 0 ? '' : `${count > 0 ? letter : letter.toLowerCase()}${Math.abs(count)}`;
    }).join('');
    return own === '' ? [] : [`${name}:${own}`];
  });
  const words: string[] = [];
  for (const entry of entries.sort()) {
    const line = words.at(-1);
    if (line === undefined || line.length + entry.length >= LINE_LENGTH) words.push(entry);
    else words[words.length - 1] = `${line} ${entry}`;
  }
  return {
    version: VERSION,
    functions: Object.fromEntries(LETTERS.map((letter, place) => [letter, FUNCTIONS[place] ?? ''])),
    before: Array.from(before, exactVotes),
    phrases: Object.fromEntries(
      KINDS.map((kind, index) => {
        const [word = 0, several = 0, beside = 0] = Array.from(phrases.subarray(index * 3, index * 3 + 3), exactVotes);
        return [kind, [word, several, beside]];
      }),
    ),
    words,
  };
}
