// Every limit that a caller can meet, in one place; the reference documentation prints them.

export const LIMITS = {
  maxResultsDefault: 10,
  maxResultsMax: 100,
  cascadeStepsMax: 10,
  perCompanyMax: 100,
  /** Filters that a count of nothing is diagnosed for. */
  diagnosisMax: 20,
  filterEntriesMax: 50,
  /** Code points of one string in a filter. */
  filterStringMax: 200,
  emailLengthMax: 254,
  urlLengthMax: 2048,
  cursorLengthMax: 1024,
  phoneDigitsMin: 7,
  phoneDigitsMax: 15,
  bodyBytesMax: 1024 * 1024,
  /** More than all lists of any body hold together. */
  bodyValuesMax: 10_000,
  bodyDepthMax: 32,
  /** Of all objects together; more than any body of the contract has. */
  bodyMembersMax: 2000,
  /** Of one string as written; the longest field, a URL, takes 24 KiB where each character is an escape. */
  bodyStringBytesMax: 32 * 1024,
  /** Values of one facet. */
  facetValuesMax: 100,
  autocompleteDefault: 10,
  autocompleteMax: 50,
  /** Faults of one rejection that are reported. */
  faultsMax: 100,
  /** Faults of one rejection that get a suggestion. */
  suggestionsMax: 5,
  idempotencyKeyLengthMax: 255,
  idempotencyHours: 24,
  /** Of an account, as stored: compressed. Beyond it the oldest go. */
  idempotencyAnswerBytesMax: 32 * 1024 * 1024,
  connectionsCountMax: 500,
  /** Calls without a valid key that one address may make in a second. */
  unauthorizedPerSecond: 20,
} as const;
