// The keys of JSON rows whose lists and objects have the form of the record. Other products use some of these names for
// lists and objects of their own form: `experiences` with `title` and `company`, `location` with `locality`.
import { FURTHER_PLACE_KEYS, HEADQUARTERS, LOCATION } from '../../../contract/record-table/shared-members.ts';
import { isJsonObject, type JsonMembers } from '../../../ops/json/json-object.ts';
import { headerKey } from '../header-key.ts';
import { IMPORT_FIELDS, type ImportKind, PLACE_FIELDS, TEXTS_FIELDS } from '../import-fields.ts';
import { innerKeyHeaders, OWN_KEYS } from '../nested-keys.ts';
import { isForeignEntry, listNames } from './list-fields.ts';

/** Maximum number of entries of a list that are examined. */
const ENTRIES_SAMPLED = 100;

/** The keys of the import record, without those that hold lists or objects of another form in these rows. */
export function ownKeysIn(rows: readonly object[], kind: ImportKind): ReadonlySet<string> {
  const keys = [...listNames(kind), ...PLACE_FIELDS, ...TEXTS_FIELDS].filter((key) => OWN_KEYS[kind].has(key));
  const foreign = keys.filter((key) => rows.some((row) => isForeign(key, row as JsonMembers, kind)));
  return foreign.length === 0 ? OWN_KEYS[kind] : OWN_KEYS[kind].difference(new Set(foreign));
}

function isForeign(key: string, row: JsonMembers, kind: ImportKind): boolean {
  const value = row[key];
  if (isJsonObject(value)) return PLACE_FIELDS.has(key) && isForeignPlace(key, value, kind);
  return (
    Array.isArray(value) &&
    value
      .slice(0, ENTRIES_SAMPLED)
      .some((entry) => isJsonObject(entry) && (TEXTS_FIELDS.has(key) || isForeignEntry(key, entry)))
  );
}

const PLACE_KEYS = new Set([...Object.keys(HEADQUARTERS), ...Object.keys(LOCATION), ...FURTHER_PLACE_KEYS]);

/** Whether a place has keys of another product that hold a part of it. */
function isForeignPlace(field: string, place: JsonMembers, kind: ImportKind): boolean {
  const others = Object.keys(place).filter((key) => !PLACE_KEYS.has(key));
  if (others.length === 0) return false;
  const fields = IMPORT_FIELDS[kind].filter(({ path }) => path === field || path.startsWith(`${field}.`));
  const known = new Set(fields.flatMap(({ headers }) => headers));
  return others.some((key) => innerKeyHeaders(`${field}.${key}`, kind).some((header) => known.has(headerKey(header))));
}
