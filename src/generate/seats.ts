// Assigns people to companies: every person has a seat, every company a contiguous range of seats, whose share falls
// with its rank (Zipf-Mandelbrot). Pure arithmetic: headcounts are known without generating people.

/**
 * Shift of the law 1/(rank + shift): the largest employer then has over 5% of the people for up to 4 million companies.
 */
const RANK_SHIFT = 1.25;

interface Seat {
  /** Index of the company; -1 if there are no companies. */
  readonly company: number;
  /** 0 for the first seat of the company, which is that of its head. */
  readonly rank: number;
}

/** Seats are looked up by stretches of equal length; all but the smallest companies span several stretches. */
const STRETCHES = 2 ** 16;

/** The seats of `people` people (at most 2^27) in `companies` companies. */
export class SeatPlan {
  readonly people: number;
  readonly companies: number;
  /** First seat of each company, followed by the number of seats. */
  readonly #starts: Float64Array;
  /**
   * The company of the first seat of each stretch, followed by the last company. The company of a seat is at or after
   * the company of its stretch, and at or before the company of the next stretch.
   */
  readonly #companyOfStretch: Uint32Array;
  readonly #stride: number;
  readonly #shift: number;

  constructor(people: number, companies: number, seed: number) {
    this.people = people;
    this.companies = companies;
    this.#starts = rangesByRank(people, companies);
    this.#companyOfStretch = companiesByStretch(this.#starts);
    this.#stride = coprimeStride(people, seed);
    this.#shift = seed % Math.max(1, people);
  }

  /** People whose seat is in this company. */
  headcount(company: number): number {
    return this.#starts[company + 1]! - this.#starts[company]!;
  }

  /** The seat of a person; unique. */
  seatOf(person: number): Seat {
    return this.#seatAt((person * this.#stride + this.#shift) % this.people);
  }

  /** A second seat of a person, unique among second seats: at most `headcount` people have theirs in one company. */
  secondSeatOf(person: number): Seat {
    return this.seatOf((person + Math.floor(this.people / 2)) % this.people);
  }

  /** The company at a fraction 0 <= x < 1 of all seats; if there are no seats, at that fraction of all companies. */
  companyAt(fraction: number): number {
    if (this.people === 0) return this.companies === 0 ? -1 : Math.floor(fraction * this.companies);
    return this.#seatAt(Math.floor(fraction * this.people)).company;
  }

  #seatAt(seat: number): Seat {
    if (this.companies === 0) return { company: -1, rank: 0 };
    const stretch = Math.floor((seat * STRETCHES) / this.people);
    let low = this.#companyOfStretch[stretch]!;
    let high = this.#companyOfStretch[stretch + 1]!;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#starts[middle]! <= seat) low = middle;
      else high = middle - 1;
    }
    return { company: low, rank: seat - this.#starts[low]! };
  }
}

function rangesByRank(people: number, companies: number): Float64Array {
  const starts = new Float64Array(companies + 1);
  for (let rank = 0; rank < companies; rank += 1) starts[rank + 1] = starts[rank]! + 1 / (rank + RANK_SHIFT);
  const total = starts[companies]!;
  return starts.map((sum) => (total === 0 ? 0 : Math.round((sum / total) * people)));
}

/** For each stretch the last company that begins at or before it, followed by the last company. */
function companiesByStretch(starts: Float64Array): Uint32Array {
  const last = Math.max(0, starts.length - 2);
  const people = starts[starts.length - 1]!;
  const companies = new Uint32Array(STRETCHES + 1).fill(last);
  let company = 0;
  for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
    while (company < last && starts[company + 1]! * STRETCHES <= stretch * people) company += 1;
    companies[stretch] = company;
  }
  return companies;
}

/** A stride that visits all seats before it repeats; below 2^26, so that products with an index stay exact. */
function coprimeStride(people: number, seed: number): number {
  const golden = Math.min(Math.floor(people * 0.618), 0x3ff_ffff - 4096);
  let stride = Math.max(1, golden - (seed % 1024));
  while (divisor(stride, people) !== 1) stride += 1;
  return stride;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
