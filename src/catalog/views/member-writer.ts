// Writes the members of a record as JSON, by their rows in the record table. The writers are created once, one closure
// per member, because they run for each imported row.
import type { NetworkUrl } from '../../contract/import-records.ts';
import { isFreeText, isStored, type Member, type Members } from '../../contract/record-table/member.ts';
import { COUNTRIES, type Country } from '../../contract/vocabularies/vocabularies.ts';
import { canonicalUrl } from '../../identity/network-url.ts';
import type { JsonBytes } from './json-bytes.ts';

type Json = Readonly<Record<string, unknown>>;
/** Writes the value of a member of an object. */
export type WriteMember = (object: Json, out: JsonBytes) => void;
/** Writers for members that differ from their rows in the table. */
export type OwnWriters = Readonly<Record<string, WriteMember>>;

/** Returns a function that writes an object with the included members, in the order of the table. */
export function objectWriter(
  rows: Members,
  isIncluded: (row: Member) => boolean,
  own: OwnWriters = {},
): (object: object, out: JsonBytes) => void {
  const writers = Object.entries(rows)
    .filter(([, row]) => isIncluded(row))
    .map(([name, row], index) => ({
      key: `${index === 0 ? '{' : ','}"${name}":`,
      name,
      form: own[name] === undefined ? formOf(row) : OTHER,
      write: own[name] ?? valueWriter(name, row, isIncluded),
    }));
  return (object, out) => {
    for (let index = 0; index < writers.length; index += 1) {
      const { key, name, form, write } = writers[index] as (typeof writers)[number];
      out.ascii(key);
      // Most members are texts. This saves a call for each.
      if (form === FREE_TEXT) out.freeText((object as Json)[name] as string | null);
      else if (form === PLAIN_TEXT) out.json((object as Json)[name] as string | null);
      else write(object as Json, out);
    }
    out.ascii('}');
  };
}

const [FREE_TEXT, PLAIN_TEXT, OTHER] = [0, 1, 2];
const OTHER_KINDS: ReadonlySet<Member['kind']> = new Set([
  ...(['profile', 'url', 'integer', 'boolean', 'texts', 'hostnames', 'ids', 'place', 'entries'] as const),
]);

function formOf(row: Member): number {
  if (OTHER_KINDS.has(row.kind)) return OTHER;
  return isFreeText(row) ? FREE_TEXT : PLAIN_TEXT;
}

/** Returns a function that writes the value of a member. */
export function valueWriter(name: string, row: Member, isIncluded: (row: Member) => boolean): WriteMember {
  switch (row.kind) {
    case 'profile':
      return profileWriter(name, row.of ?? 'person');
    case 'url':
      return (object, out) => out.url(object[name] as string | null);
    case 'integer':
      return (object, out) => out.ascii(`${object[name]}`);
    case 'boolean':
      return (object, out) => out.ascii(object[name] === true ? 'true' : 'false');
    case 'texts':
    case 'hostnames':
    case 'ids':
      return (object, out) => writeList(object[name] as readonly string[], isFreeText(row) ? freeText : plainText, out);
    case 'place':
      return placeWriter(name, row.members ?? {}, isIncluded);
    case 'entries': {
      const writeEntry = objectWriter(row.members ?? {}, isIncluded);
      return (object, out) => writeList(object[name] as readonly object[], writeEntry, out);
    }
    default:
      return isFreeText(row)
        ? (object, out) => out.freeText(object[name] as string | null)
        : (object, out) => out.json(object[name] as string | null);
  }
}

/** Writes a list; `writeEntry` writes each entry. */
export function writeList<Entry>(
  entries: readonly Entry[],
  writeEntry: (entry: Entry, out: JsonBytes) => void,
  out: JsonBytes,
): void {
  out.ascii('[');
  for (let index = 0; index < entries.length; index += 1) {
    if (index > 0) out.ascii(',');
    writeEntry(entries[index] as Entry, out);
  }
  out.ascii(']');
}

const freeText = (text: string, out: JsonBytes) => out.freeText(text);
const plainText = (text: string, out: JsonBytes) => out.json(text);

function profileWriter(name: string, kind: 'company' | 'person'): WriteMember {
  return (object, out) => {
    const url = object[name] as NetworkUrl | null;
    if (url === null) {
      out.ascii('null');
      return;
    }
    // A percent-encoded URL has no characters to escape.
    out.ascii('"');
    out.ascii(canonicalUrl(kind, url, null));
    out.ascii('"');
  };
}

/** Writes a place; null if no value is known. Members that are derived from the country come last. */
function placeWriter(name: string, rows: Members, isIncluded: (row: Member) => boolean): WriteMember {
  const names = Object.keys(rows).filter((member) => isStored(rows[member] as Member));
  const stored = Object.fromEntries(names.map((member) => [member, rows[member] as Member]));
  const write = objectWriter(stored, isIncluded);
  const hasCountry = names.length < Object.keys(rows).length;
  return (object, out) => {
    const place = object[name] as Json | null;
    if (place === null || !hasValue(place, names)) {
      out.ascii('null');
      return;
    }
    write(place, out);
    if (hasCountry) {
      out.dropLast();
      out.text(MEMBERS_OF_COUNTRIES.get(place['country_code'] as string) ?? MEMBERS_OF_NONE);
    }
  };
}

function hasValue(place: Json, names: readonly string[]): boolean {
  for (let at = 0; at < names.length; at += 1) if (place[names[at] as string] !== null) return true;
  return false;
}

/** The JSON of a place after its stored members, by country code. */
const MEMBERS_OF_COUNTRIES = new Map(COUNTRIES.map((country) => [country.code, membersOfCountry(country)] as const));
const MEMBERS_OF_NONE = membersOfCountry(undefined);

function membersOfCountry(country: Country | undefined): string {
  return `,${JSON.stringify(derivedOfCountry(country)).slice(1)}`;
}

/** The members of a place that are derived from its country. */
export function derivedOfCountry(country: Country | undefined) {
  return {
    country_name: country?.name ?? null,
    continent: country?.continent ?? null,
    sales_region: country?.sales_region ?? null,
  };
}
