// External ids as keys of a match: their normal forms, the records that have them, and the evidence for each candidate.
import type { Lookups } from '../../catalog/port.ts';
import { ID_KEYS } from '../../contract/endpoints/match-keys.ts';
import { invalidAt } from '../../contract/errors.ts';
import type { IdForm } from '../../contract/record-table/id-form.ts';
import { externalIdKey, idFormsOf, parseExternalId } from '../../identity/external-ids.ts';
import { together } from '../together.ts';

/** An external id in a call. */
export interface IdInput {
  /** Name of the key. */
  readonly name: string;
  readonly form: IdForm;
  /** The form used for look-ups (identity/external-ids.ts). */
  readonly key: string;
}

const RULES: Readonly<Record<IdForm['written'], string>> = {
  isin: 'must be an ISIN: two letters, nine letters or digits, and the right check digit',
  lei: 'must be an LEI: 20 letters or digits with the right check digits',
  handle: 'must be the name or the URL of an account',
  number: 'must be a number with a letter or digit, not a placeholder; omit the key if there is none',
  text: 'must be an id with a letter or digit, not a placeholder; omit the key if there is none',
};

/** Reads the ids of a body, or throws a 422 with every invalid one. `pathOf`: the path of a key in the body. */
export async function idInputs(
  kind: 'person' | 'company',
  keys: Readonly<Record<string, unknown>>,
  pathOf: (key: string) => string = (key) => key,
): Promise<IdInput[]> {
  const forms = idFormsOf(kind);
  const parts = ID_KEYS[kind].map((name) => (): IdInput[] => {
    const [value, form] = [keys[name], forms.get(name)];
    if (typeof value !== 'string' || form === undefined) return [];
    const id = parseExternalId(value, form);
    if (id !== null) return [{ name, form, key: externalIdKey(name, id) }];
    throw invalidAt(pathOf(name), RULES[form.written]);
  });
  return (await together(...parts)).flat();
}

/** Each requested id with the records that have it. */
export type IdOwners<View> = readonly (IdInput & { readonly owners: readonly View[] })[];

export async function ownersOf<View>(
  ids: readonly IdInput[],
  lookUp: (key: string) => Promise<readonly View[]>,
): Promise<IdOwners<View>> {
  return await Promise.all(ids.map(async (id) => ({ ...id, owners: await lookUp(id.key) })));
}

/** A record to be compared with the requested ids. */
export interface IdCandidate {
  /** Keys of its external ids. */
  readonly ids: readonly string[];
  readonly isOtherName: boolean;
  /** Null if one of the two countries is unknown. */
  readonly isInCountry: boolean | null;
}

const NO_EVIDENCE = { agreeing: new Set<string>(), weight: 0 };

/** The keys of the call whose ids the candidate has, and the total evidence of all ids. */
export function idEvidence(
  inputs: IdOwners<unknown>,
  candidate: IdCandidate,
): { readonly agreeing: ReadonlySet<string>; readonly weight: number } {
  if (inputs.length === 0) return NO_EVIDENCE;
  const agreeing = new Set<string>();
  let weight = 0;
  for (const id of inputs) {
    if (!candidate.ids.includes(id.key)) weight += otherIdWeight(id, candidate);
    else if (id.form.byCountry !== true || candidate.isInCountry !== false) {
      agreeing.add(id.name);
      weight += candidate.isOtherName ? ownerOtherwiseNamed(id.form) : id.form.owner;
    }
  }
  return { agreeing, weight };
}

/** Weight for an owner with a contradicting name: at most that of an import. */
const ownerOtherwiseNamed = (form: IdForm) => form.ownerOtherwiseNamed ?? Math.min(form.owner, form.same);

/**
 * Weight for a candidate without the id: it may have a different id of the same kind, or the id may belong to another
 * record.
 */
function otherIdWeight({ name, form, owners }: IdOwners<unknown>[number], { ids, isInCountry }: IdCandidate): number {
  const isComparable = form.byCountry !== true || isInCountry === true;
  const own = isComparable && ids.some((id) => id.startsWith(`${name}:`)) ? form.different : 0;
  return owners.length > 0 ? Math.min(own, form.ofAnother) : own;
}

/** The external ids of a candidate; read only if the call contains ids. */
export async function idsOfCandidate(
  kind: 'person' | 'company',
  slug: string,
  { inputs, lookups }: { readonly inputs: readonly IdInput[]; readonly lookups: Lookups },
): Promise<readonly string[]> {
  if (inputs.length === 0) return [];
  const ids = kind === 'person' ? lookups.externalIdsOfPerson(slug) : lookups.externalIdsOfCompany(slug);
  return (await ids) ?? [];
}
