// The forms of external ids: how an id is written, and what it says about two records. Pure data.

export interface IdForm {
  /**
   * `isin` and `lei` have check digits; `handle` is the name of an account, also as its URL; a `number`
   * is written with or without blanks and marks, a `text` always alike.
   */
  readonly written: 'isin' | 'lei' | 'handle' | 'number' | 'text';
  /** Of a handle: the host of its URLs. */
  readonly hosts?: readonly string[];
  /** Evidence of an id that two records have in common, as in src/identity/evidence.ts. */
  readonly same: number;
  /** Evidence of different ids, if both records have one: negative for an id of which a record has one only. */
  readonly different: number;
  /** Whether it is given out by country: an id that two countries have in common is no evidence. */
  readonly byCountry?: true;
}

/**
 * An id of the system that an export comes from. Two systems may number alike, so it needs a name that does not contradict
 * it; a system has one customer twice, so two ids say nothing.
 */
export const CRM_ID = { written: 'text', same: 13.5, different: 0 } as const satisfies IdForm;
/** A security has one ISIN, a company has several securities. */
export const ISIN = { written: 'isin', same: 60, different: 0 } as const satisfies IdForm;
/** A legal entity has exactly one. */
export const LEI = { written: 'lei', same: 60, different: -60 } as const satisfies IdForm;
/** Registers of one country number alike, and a source may have the tax number here. */
export const REGISTRY_NUMBER = {
  written: 'number',
  same: 12,
  different: -7,
  byCountry: true,
} as const satisfies IdForm;
export const GITHUB = { written: 'handle', hosts: ['github.com'], same: 11, different: -3 } as const satisfies IdForm;
export const X = {
  written: 'handle',
  hosts: ['twitter.com', 'x.com'],
  same: 11,
  different: -3,
} as const satisfies IdForm;
