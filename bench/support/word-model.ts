// The model of the word votes: for each function a logistic regression over the features of a title and the phrases
// found in it, trained by AdaGrad. A title is right with any of several functions, so each function is trained
// separately.
import { bestPhrase } from '../../src/import/titles/function-phrases.ts';
import { featureHash, packVotes } from '../../src/import/titles/packed-votes.ts';
import { isDescriptive, singularOf } from '../../src/import/titles/word-features.ts';
import type { VoteTable } from '../../src/import/titles/word-votes.ts';
import { type Example, FUNCTIONS } from './title-examples.ts';

const COUNT = FUNCTIONS.length;
const VERSION = 4;
/** Stored votes are integers: log-odds multiplied by this, at most VOTES_MAX. */
const SCALE = 16;
const VOTES_MAX = 127;
/** Prefixes, parts and pairs of a single title are not significant. */
const PART_TITLES_MIN = 2;
const DECAY = 3e-3;
const EPOCHS = 8;
const RATE = 0.25;
const RATE_LAST = 0.15;
const LINE_LENGTH = 150;
const KINDS = ['hint', 'broad', 'field', 'role'] as const;

interface Encoded {
  /** The rows of the features. */
  readonly rows: Int32Array;
  /** Index of the weight of the phrase, and the function of that weight. */
  readonly phrases: readonly (readonly [weight: number, function_: number])[];
  /** 1 for functions that are right. */
  readonly right: Uint8Array;
  readonly weight: number;
}

interface Model {
  /** The hashes of the features, ascending; the index is the row. */
  readonly hashes: Uint32Array;
  readonly weights: Float64Array;
  readonly steps: Float64Array;
  readonly before: Float64Array;
  readonly phrases: Float64Array;
  readonly phraseSteps: Float64Array;
  beforeStep: number;
}

/** The generator of Park and Miller, so that the order of training is the same each time. */
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
  const kept = [...counts].filter(([name, count]) => count >= (/[*~_]/.test(name) ? PART_TITLES_MIN : 1));
  const hashes = Uint32Array.from(new Set(kept.map(([name]) => featureHash(name)))).sort();
  return {
    hashes,
    weights: new Float64Array(hashes.length * COUNT),
    steps: new Float64Array(hashes.length).fill(1e-3),
    before: new Float64Array(COUNT),
    phrases: new Float64Array(KINDS.length * 3).fill(1),
    phraseSteps: new Float64Array(KINDS.length * 3).fill(1e-3),
    beforeStep: 1e-3,
  };
}

function encoded(examples: readonly Example[], { hashes }: Model): Encoded[] {
  const rowOf = new Map(Array.from(hashes, (hash, row) => [hash, row]));
  return examples.map(({ features, right, found, weight }) => {
    const best = bestPhrase(found);
    return {
      rows: Int32Array.from(new Set(features.flatMap((feature) => rowOf.get(featureHash(feature)) ?? []))),
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
    move(model.before, 0, { gradient, rate: rate / Math.sqrt(model.beforeStep), decay: 0 });
    for (const [index, name] of example.phrases) {
      const slope = gradient[name] as number;
      model.phraseSteps[index] = (model.phraseSteps[index] as number) + slope ** 2;
      model.phrases[index] =
        (model.phrases[index] as number) - (rate / Math.sqrt(model.phraseSteps[index] as number)) * slope;
    }
    for (const row of example.rows) {
      model.steps[row] = (model.steps[row] as number) + size;
      const own = rate / Math.sqrt(model.steps[row] as number);
      move(model.weights, row * COUNT, { gradient, rate: own, decay: DECAY });
    }
  }
}

/** Fills in probability minus target for each function; returns the square of its length. */
function gradientOf(model: Model, example: Encoded, gradient: Float64Array): number {
  gradient.set(model.before);
  for (const row of example.rows) {
    const start = row * COUNT;
    for (let name = 0; name < COUNT; name += 1) {
      gradient[name] = (gradient[name] as number) + (model.weights[start + name] as number);
    }
  }
  for (const [index, name] of example.phrases) {
    gradient[name] = (gradient[name] as number) + (model.phrases[index] as number);
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
  /** Decay of the weights towards 0. */
  readonly decay: number;
}

/** A step of gradient descent. */
function move(weights: Float64Array, start: number, { gradient, rate, decay }: Move): void {
  for (let name = 0; name < COUNT; name += 1) {
    const weight = weights[start + name] as number;
    weights[start + name] = weight - rate * ((gradient[name] as number) + decay * weight);
  }
}

/** Trains the table of votes; the same examples give the same table. */
export function trainVotes(examples: readonly Example[], confidence: VoteTable['confidence'] = []): VoteTable {
  const model = newModel(examples);
  const all = encoded(examples, model);
  for (let epoch = 1; epoch <= EPOCHS; epoch += 1) {
    trainEpoch(model, shuffled(all, epoch), RATE * (1 - ((1 - RATE_LAST) * (epoch - 1)) / EPOCHS));
  }
  return { ...tableOf(model), confidence, words: linesOf(knownWords(examples), ' ') };
}

function knownWords(examples: readonly Example[]): string[] {
  const words = new Set(examples.flatMap(({ words }) => words.filter(isDescriptive).map(singularOf)));
  return [...words].sort();
}

/** Joins the texts to lines of about one length. */
function linesOf(texts: readonly string[], separator: string): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const line = lines.at(-1);
    if (line === undefined || line.length + text.length >= LINE_LENGTH) lines.push(text);
    else lines[lines.length - 1] = `${line}${separator}${text}`;
  }
  return lines;
}

const rounded = (weight: number) => Math.round(100 * weight) / 100;
const stored = (weight: number) => Math.max(-VOTES_MAX, Math.min(VOTES_MAX, Math.round(SCALE * weight)));

function tableOf({ hashes, weights, before, phrases }: Model): Omit<VoteTable, 'confidence' | 'words'> {
  const packed = packVotes({ hashes, votes: Int8Array.from(weights, stored) });
  return {
    version: VERSION,
    functions: FUNCTIONS,
    before: Array.from(before, rounded),
    phrases: Object.fromEntries(
      KINDS.map((kind, index) => {
        const [word = 0, several = 0, beside = 0] = Array.from(phrases.subarray(index * 3, index * 3 + 3), rounded);
        return [kind, [word, several, beside]];
      }),
    ),
    scale: SCALE,
    features: packed.match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? [],
  };
}
