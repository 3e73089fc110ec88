// The forms of external ids: the notation of an id, and the evidence it provides about two records, or about a record
// and the keys of a match. Pure data. Weights are on the scale of src/identity/evidence.ts.

export interface IdForm {
  /** The name of the id as a key of a match. */
  readonly key: string;
  /**
   * Notation. `isin` and `lei` have check digits; `handle` is an account name, or its URL; a `number` may contain
   * blanks and punctuation; a `text` has only one notation.
   */
  readonly written: 'isin' | 'lei' | 'handle' | 'number' | 'text';
  /** For a handle: the hosts of its URLs. */
  readonly hosts?: readonly string[];
  /** Evidence if two records have the same id. */
  readonly same: number;
  /** Evidence if both records have an id and the ids differ; negative if a record has only one such id. */
  readonly different: number;
  /** True if each country assigns the ids: equal ids of two countries are no evidence. */
  readonly byCountry?: true;
  /**
   * Evidence for the owner of an id sent by the caller. Stronger than in an import, because the caller asks for the
   * owner.
   */
  readonly owner: number;
  /** The same if the names contradict each other; by default `owner` applies. */
  readonly ownerOtherwiseNamed?: number;
  /** Evidence against a record if the id sent by the caller belongs to another record. */
  readonly ofAnother: number;
}

/**
 * An id in the system that an export comes from. Two systems may assign the same number, so it needs a name that does
 * not contradict it. A system may list a customer twice, so different ids are no evidence.
 */
export const CRM_ID = {
  key: 'Id in the CRM or data product that the record was imported from',
  written: 'text',
  same: 13.5,
  different: 0,
  owner: 20,
  ofAnother: -10,
} as const satisfies IdForm;
/** A security has exactly one ISIN; a company can have several securities. */
export const ISIN = {
  key: 'ISIN of one of its securities',
  written: 'isin',
  same: 60,
  different: 0,
  owner: 30,
  ofAnother: -10,
} as const satisfies IdForm;
/** A legal entity has exactly one LEI. */
export const LEI = {
  key: 'Legal Entity Identifier',
  written: 'lei',
  same: 60,
  different: -60,
  owner: 30,
  ofAnother: -60,
} as const satisfies IdForm;
/** Registers of one country may assign the same number, and a source may have the tax number in this column. */
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
