// The forms of external ids: how an id is written, and what it says about two records, or about a record and the keys
// of a match. Pure data. Weights are as in src/identity/evidence.ts.

export interface IdForm {
  /** One id, as the key of a match. */
  readonly key: string;
  /**
   * `isin` and `lei` have check digits; `handle` is the name of an account, also as its URL; a `number`
   * is written with or without blanks and marks, a `text` always alike.
   */
  readonly written: 'isin' | 'lei' | 'handle' | 'number' | 'text';
  /** Of a handle: the host of its URLs. */
  readonly hosts?: readonly string[];
  /** Evidence of an id that two records have in common. */
  readonly same: number;
  /** Evidence of different ids, if both records have one: negative for an id of which a record has one only. */
  readonly different: number;
  /** Whether it is given out by country: an id that two countries have in common is no evidence. */
  readonly byCountry?: true;
  /** Evidence for the owner of the id that a caller gives. It is stronger, because the caller asks for the owner. */
  readonly owner: number;
  /** The same if the names contradict each other; by default no other one. */
  readonly ownerOtherwiseNamed?: number;
  /** Evidence against a record if the id that a caller gives is of another one. */
  readonly ofAnother: number;
}

/**
 * An id of the system that an export comes from. Two systems may number alike, so it needs a name that does not
 * contradict it; a system has one customer twice, so two ids say nothing.
 */
export const CRM_ID = {
  key: 'Id in the CRM or data product that the record was imported from',
  written: 'text',
  same: 13.5,
  different: 0,
  owner: 20,
  ofAnother: -10,
} as const satisfies IdForm;
/** A security has one ISIN, a company has several securities. */
export const ISIN = {
  key: 'ISIN of one of its securities',
  written: 'isin',
  same: 60,
  different: 0,
  owner: 30,
  ofAnother: -10,
} as const satisfies IdForm;
/** A legal entity has exactly one. */
export const LEI = {
  key: 'Legal Entity Identifier',
  written: 'lei',
  same: 60,
  different: -60,
  owner: 30,
  ofAnother: -60,
} as const satisfies IdForm;
/** Registers of one country number alike, and a source may have the tax number here. */
export const REGISTRY_NUMBER = {
  key: 'Number in the register of companies of its country; best with country_code',
  written: 'number',
  same: 12,
  different: -7,
  byCountry: true,
  owner: 20,
  ofAnother: -10,
} as const satisfies IdForm;
const HANDLE = {
  written: 'handle',
  same: 11,
  different: -3,
  owner: 17,
  ownerOtherwiseNamed: 8,
  ofAnother: -5,
} as const;
export const GITHUB = {
  ...HANDLE,
  key: 'Account on github.com, as a name or URL',
  hosts: ['github.com'],
} as const satisfies IdForm;
export const X = {
  ...HANDLE,
  key: 'Account on x.com, as a name or URL',
  hosts: ['twitter.com', 'x.com'],
} as const satisfies IdForm;
