// Long evaluations in slices: they yield where they may rest, and whoever runs them decides whether they do. The long ones of a thread take
// turns, one slice in each round of the event loop, so that however many there are, other calls wait for one slice at a time.

/** Milliseconds of work without letting other calls pass: a small call takes two or three rounds, and waits for a slice in each. */
const SLICE_MS = 2;
/** The same for work that begins while others wait for their turn: most is done before. */
const FIRST_SLICE_MS = 0.5;

/** Work that may rest at each yield. */
export type Work<T> = Generator<undefined, T>;

/** What rests, the longest rested first: each is told when its turn has come. */
const resting: (() => void)[] = [];

/** Does the work without a rest. */
export function atOnce<T>(work: Work<T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

/** Does the work, and lets other calls pass whenever it has taken a slice of time; most work is done before. */
export async function inTurns<T>(work: Work<T>): Promise<T> {
  let endMs = performance.now() + (resting.length === 0 ? SLICE_MS : FIRST_SLICE_MS);
  let step = work.next();
  while (!step.done) {
    if (performance.now() > endMs) {
      await nextTurn();
      endMs = performance.now() + SLICE_MS;
    }
    step = work.next();
  }
  return step.value;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    resting.push(resolve);
    if (resting.length === 1) setImmediate(giveTurn);
  });
}

/** Ends the longest rest. What is done in the turn is done before the next round of the event loop. */
function giveTurn(): void {
  resting.shift()?.();
  if (resting.length > 0) setImmediate(giveTurn);
}
