// The steps of a waterfall: form input, and conversion to a request body and to an address. Pure.

/** One step of the form. */
export interface Step {
  /** Identifies the step while it moves. */
  readonly id: string;
  readonly titles: readonly string[];
  readonly withoutTitles: readonly string[];
  readonly places: readonly string[];
  readonly withHeadline: boolean;
}

/** The whole form. */
export interface WaterfallForm {
  readonly company: string;
  readonly steps: readonly Step[];
  /** As typed. */
  readonly connectionsMin: string;
  readonly resultsMax: string;
}

let lastId = 0;

export function newStep(): Step {
  lastId += 1;
  return { id: `step-${lastId}`, titles: [], withoutTitles: [], places: [], withHeadline: false };
}

export function newForm(company = ''): WaterfallForm {
  return { company, steps: [newStep()], connectionsMin: '', resultsMax: '10' };
}

/** Moves the entry at `from` to index `to`; the others keep their order. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const place = Math.max(0, Math.min(list.length - 1, to));
  const rest = list.toSpliced(from, 1);
  const entry = list[from];
  return entry === undefined ? list : rest.toSpliced(place, 0, entry);
}

type Json = Readonly<Record<string, unknown>>;

function stepBody({ titles, withoutTitles, places, withHeadline }: Step): Json {
  return {
    ...(titles.length > 0 ? { include_title: titles } : {}),
    ...(withoutTitles.length > 0 ? { exclude_title: withoutTitles } : {}),
    ...(places.length > 0 ? { location: places } : {}),
    ...(withHeadline ? { include_headline_search: true } : {}),
  };
}

/** The request body. */
export function waterfallBody({ company, steps, connectionsMin, resultsMax }: WaterfallForm): Json {
  return {
    company_network_url: company.trim(),
    cascade: steps.map(stepBody),
    ...(Number(connectionsMin) > 0 ? { min_connections_count: Number(connectionsMin) } : {}),
    max_results: Number(resultsMax) || 10,
  };
}

/** Serializes the form to one URL parameter, without empty members. */
export function writeForm({ company, steps, connectionsMin, resultsMax }: WaterfallForm): string {
  const written = steps.map(({ id: _, ...step }) =>
    Object.fromEntries(Object.entries(step).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))),
  );
  return JSON.stringify({ company, steps: written, connectionsMin, resultsMax });
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Parses the form from a URL parameter; null if it is damaged. */
export function readForm(text: string): WaterfallForm | null {
  try {
    const { company, steps, connectionsMin, resultsMax } = JSON.parse(text) as Partial<Record<string, unknown>>;
    if (!Array.isArray(steps) || steps.length === 0) return null;
    return {
      company: String(company ?? ''),
      steps: (steps as readonly Partial<Record<keyof Step, unknown>>[]).map((step) => ({
        ...newStep(),
        titles: texts(step?.titles),
        withoutTitles: texts(step?.withoutTitles),
        places: texts(step?.places),
        withHeadline: step?.withHeadline === true,
      })),
      connectionsMin: String(connectionsMin ?? ''),
      resultsMax: String(resultsMax ?? '10'),
    };
  } catch {
    return null;
  }
}
