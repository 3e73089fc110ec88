// The choices for an uploaded list, and their initial values.
import type { ListDraft } from '../api.ts';

export type Offer = ListDraft['offers'][number];

export interface ListChoices {
  readonly operation: string;
  /** Per kind of rows: the field of each column; an empty text means that the column is not used. */
  readonly fields: Readonly<Record<Offer['kind'], Readonly<Record<string, string>>>>;
  /** The chosen result columns, per operation. */
  readonly added: Readonly<Record<string, readonly string[]>>;
}

/** A column with one of these fields shows that the rows are people. */
const PERSON = ['network_url', 'email', 'phone', 'full_name', 'last_name'];

/** The initial choice, from the guessed columns: e-mails for people, profiles for companies. */
export function startChoices({ guesses, offers }: ListDraft): ListChoices {
  const hasPeople = Object.values(guesses.person).some((field) => PERSON.includes(field));
  const kind = hasPeople || Object.keys(guesses.company).length === 0 ? 'person' : 'company';
  const known = Object.values(guesses.person);
  // A list that names people only by e-mail address starts with the person profile.
  const isNamed = known.some((field) => field !== 'email' && PERSON.includes(field));
  const wanted = kind === 'company' ? 'match-company' : known.includes('email') && !isNamed ? 'match-person' : 'email';
  const operation = offers.find((offer) => offer.operation === wanted)?.operation ?? offers[0]?.operation ?? '';
  return { operation, fields: guesses, added: {} };
}

/** The offer of an operation; the table of the server has all of them. */
export function offerOf({ offers }: ListDraft, operation: string): Offer {
  return offers.find((offer) => offer.operation === operation) ?? (offers[0] as Offer);
}

/** Columns that are long or rarely needed. */
const UNUSUAL =
  /about|experiences|education|skills|certifications|candidates|all_|specialties|matched_on|continent|sales_region|updated_at|_name$|followers|connections/;
const USUAL = /full_name|person\.first_name|person\.last_name|company\.name/;

/** The columns that are selected by default: those with values, without long or rarely needed ones. */
export function usualFields({ adds }: Offer, counts: Readonly<Record<string, number>>): readonly string[] {
  const filled = adds.filter((path) => (counts[path] ?? 0) > 0);
  const usual = filled.filter((path) => USUAL.test(path) || !UNUSUAL.test(path));
  return usual.length > 0 ? usual : filled;
}
