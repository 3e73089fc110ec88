// External ids: their normal forms, the keys by which records with an id are found, and the evidence of equal or
// different ids of two records. The record table declares the ids of each record.
import type { IdForm } from '../contract/record-table/id-form.ts';
import { RECORDS } from '../contract/record-table/records.ts';
import type { Finding } from './evidence.ts';

type Kind = 'company' | 'person';

interface IdMember {
  readonly name: string;
  readonly form: IdForm;
}

const idMembers = (kind: Kind): readonly IdMember[] =>
  Object.entries(RECORDS[kind]).flatMap(([name, row]) => ('form' in row ? [{ name, form: row.form }] : []));

const MEMBERS: Readonly<Record<Kind, readonly IdMember[]>> = {
  company: idMembers('company'),
  person: idMembers('person'),
};

/** The form of each id of a record, by the name of its member. */
export function idFormsOf(kind: Kind): ReadonlyMap<string, IdForm> {
  return new Map(MEMBERS[kind].map(({ name, form }) => [name, form]));
}

/** The ids of a record, by the name of their member; null if it has none. */
export type ExternalIds = ReadonlyMap<string, readonly string[]> | null;

export function externalIdsOf(kind: Kind, record: object): ExternalIds {
  let ids: Map<string, readonly string[]> | null = null;
  for (const { name } of MEMBERS[kind]) {
    const values = (record as Readonly<Record<string, readonly string[] | undefined>>)[name];
    if (values === undefined || values.length === 0) continue;
    ids ??= new Map();
    ids.set(name, [...new Set(values.map(comparable))]);
  }
  return ids;
}

/** The key of one id in normal form. */
export const externalIdKey = (name: string, id: string) => `${name}:${comparable(id)}`;

/** The texts by which records with an equal id are found. */
export function externalIdKeys(ids: ExternalIds): string[] {
  return ids === null ? [] : [...ids].flatMap(([name, values]) => values.map((value) => `${name}:${value}`));
}

/** One finding for each kind of id that both records have. `areInOneCountry`: null if a country is unknown. */
export function idFindings(
  kind: Kind,
  [a, b]: readonly [ExternalIds, ExternalIds],
  areInOneCountry: boolean | null,
): Finding[] {
  if (a === null || b === null) return [];
  return MEMBERS[kind].flatMap(({ name, form }) => {
    const [one, other] = [a.get(name), b.get(name)];
    if (one === undefined || other === undefined) return [];
    const isSame = one.some((id) => other.includes(id));
    if (form.byCountry === true && areInOneCountry !== true && !(isSame && areInOneCountry === null)) return [];
    const weight = isSame ? form.same : form.different;
    return weight === 0 ? [] : [{ reason: `${isSame ? 'same' : 'different'} ${name}`, weight }];
  });
}

/** Salesforce ids have 15 characters, or 18 if the last three repeat the letter case of the others. */
const SALESFORCE = /^(?:00|a0)[0-9A-Za-z]{16}$/;

const comparable = (id: string) => (SALESFORCE.test(id) ? id.slice(0, 15) : id);

const PLACEHOLDER = /^(?:0+|null|none|nil|n\/?a|unknown|undefined|tbd|x+|test)$/i;
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
const LEI = /^[A-Z0-9]{18}\d{2}$/;
const HANDLE = /^[a-z0-9](?:[a-z0-9_-]{0,38})$/;

/** A number of a spreadsheet that has lost its last digits, such as `1.23457E+16`: different ids become equal. */
const ROUNDED = /^\d(?:[.,](\d+))?E\+(\d+)$/i;

/** Whether a text is a number of which a spreadsheet kept only the first digits. */
export function isRoundedId(text: string): boolean {
  const [whole, decimals = '', exponent] = ROUNDED.exec(text.trim()) ?? [];
  return whole !== undefined && decimals.length < Number(exponent);
}

/** The normal form of an id; null if the text is not a valid id. */
export function parseExternalId(text: string, form: IdForm): string | null {
  const trimmed = text.trim();
  if (!/[\p{L}\p{N}]/u.test(trimmed) || PLACEHOLDER.test(trimmed) || isRoundedId(trimmed)) return null;
  switch (form.written) {
    case 'isin': {
      const isin = trimmed.toUpperCase().replace(/[\s-]/g, '');
      return ISIN.test(isin) && hasLuhnDigit(isin) ? isin : null;
    }
    case 'lei': {
      const lei = trimmed.toUpperCase().replace(/[\s-]/g, '');
      return LEI.test(lei) && BigInt(digitsOf(lei)) % 97n === 1n ? lei : null;
    }
    case 'handle':
      return handleOf(trimmed, form.hosts ?? []);
    case 'number':
      return trimmed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
    default:
      return trimmed;
  }
}

/** Replaces letters by numbers from 10 to 35. */
const digitsOf = (id: string) => [...id].map((letter) => Number.parseInt(letter, 36)).join('');

/** The check digit of ISO 6166: every second digit from the right is doubled. */
function hasLuhnDigit(isin: string): boolean {
  const digits = [...digitsOf(isin)].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const counted = index % 2 === 0 ? digit : 2 * digit;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

/** Paths of these hosts that are not accounts. */
const NOT_ACCOUNTS = new Set(['home', 'share', 'intent', 'search', 'hashtag', 'i', 'orgs', 'topics', 'login', 'about']);

function handleOf(text: string, hosts: readonly string[]): string | null {
  const lower = text.toLowerCase().replace(/^(?:https?:)?\/\//, '');
  const host = hosts.find((each) => new RegExp(`^(?:www\\.|mobile\\.)?${each.replace('.', '\\.')}/`).test(lower));
  const path = host === undefined ? lower : lower.slice(lower.indexOf('/') + 1);
  const handle = host === undefined ? path : (path.split(/[/?#]/)[0] ?? '');
  const name = handle.replace(/^@/, '');
  return HANDLE.test(name) && !NOT_ACCOUNTS.has(name) ? name : null;
}
