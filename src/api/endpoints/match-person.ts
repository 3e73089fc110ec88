// POST /v2/match/person
import type { Handler } from '../context.ts';
import { describedPerson } from '../match/described-person.ts';
import { matchAnswer } from '../match/match-answer.ts';
import { EVEN_ODDS } from '../match/match-score.ts';
import { personCandidates } from '../match/person-match.ts';
import { personJson } from '../rows.ts';

/** Finds the person described by the keys. */
export const matchPerson: Handler<'match-person'> = async (body, context) => {
  const input = await describedPerson(body, context);
  return async () => {
    const candidates = await personCandidates(input, context);
    const recordOf = async (slug: string) => {
      const person = await context.lookups.personBySlug(slug);
      return person && personJson(person);
    };
    return matchAnswer(candidates, { kind: 'person', options: body, evenOdds: EVEN_ODDS.person, recordOf });
  };
};
