// Ranks the candidates of a match and selects the one to answer. A best score below the minimum is a 404.
import { LIMITS } from '../../contract/limits.ts';
import { notFound } from '../not-found.ts';
import { scoresOf } from './match-score.ts';

/** A candidate with its evidence. `identity`: the members of its row in `candidates`. */
export interface WeighedCandidate {
  readonly slug: string;
  readonly weight: number;
  /** The keys that agree; evaluated only for the listed candidates. */
  readonly matchedOn: () => readonly string[];
  readonly identity: Readonly<Record<string, unknown>>;
}

interface MatchOptions {
  readonly min_score?: number;
  readonly max_candidates?: number;
}

interface MatchRequest {
  readonly options: MatchOptions;
  readonly evenOdds: number;
  /**
   * The answered record: its name as a member, and its JSON text by slug; null if the record has been removed since.
   */
  readonly kind: 'person' | 'company';
  readonly recordOf: (slug: string) => Promise<string | null>;
}

interface Ranked extends WeighedCandidate {
  readonly score: number;
}

/** The candidates with their scores, best first. Throws NOT_FOUND if the best is below `minScore`. */
function ranking(
  candidates: readonly WeighedCandidate[],
  { kind, evenOdds }: Pick<MatchRequest, 'kind' | 'evenOdds'>,
  { minScore, remedy }: { readonly minScore: number; readonly remedy: string },
): readonly [Ranked, ...Ranked[]] {
  const scores = scoresOf(
    candidates.map(({ weight }) => weight),
    evenOdds,
  );
  const [best, ...others] = candidates
    .map((candidate, index) => ({ ...candidate, score: scores[index] ?? 0 }))
    .sort((a, b) => b.weight - a.weight || (a.slug < b.slug ? -1 : 1));
  if (best === undefined) throw notFound(`no ${kind} with these keys is known`);
  if (best.score < minScore) {
    throw notFound(
      `no ${kind} matches these keys with a score of at least ${minScore}; the best candidate has ${best.score}: ${remedy}`,
    );
  }
  return [best, ...others];
}

/** The slug of the best candidate of a look-up by keys; throws NOT_FOUND below the default score. */
export function matchedSlug(
  candidates: readonly WeighedCandidate[],
  request: Pick<MatchRequest, 'kind' | 'evenOdds'>,
): string {
  const remedy = `give more keys, or list the candidates with POST /v2/match/${request.kind}`;
  return ranking(candidates, request, { minScore: LIMITS.matchScoreDefault, remedy })[0].slug;
}

/** The answer with the best candidate. Throws NOT_FOUND below the minimum score. */
export async function matchAnswer(candidates: readonly WeighedCandidate[], request: MatchRequest): Promise<string> {
  const { kind, options, recordOf } = request;
  const { min_score: minScore = LIMITS.matchScoreDefault, max_candidates = 1 } = options;
  const ranked = ranking(candidates, request, { minScore, remedy: 'give more keys, or a lower min_score' });
  const [best] = ranked;
  const json = await recordOf(best.slug);
  if (json === null) throw notFound(`no ${kind} with these keys is known`);
  const listed = ranked
    .filter((each) => each === best || each.score > 0)
    .slice(0, max_candidates)
    .map(({ score, matchedOn, identity }) => ({ score, matched_on: matchedOn(), ...identity }));
  const { score, matchedOn } = best;
  return `{"found":true,"score":${score},"matched_on":${JSON.stringify(matchedOn())},"${kind}":${json},"candidates":${JSON.stringify(listed)}}`;
}
