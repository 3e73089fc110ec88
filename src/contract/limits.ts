// All limits that apply to callers; the reference documentation prints them.

export const LIMITS = {
  maxResultsDefault: 10,
  maxResultsMax: 100,
  cascadeStepsMax: 10,
  perCompanyMax: 100,
  /** Filters that are diagnosed when a count is 0. */
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
  /** More than the lists of any valid body contain in total. */
  bodyValuesMax: 10_000,
  /** The same of a batch whose rows are a JSON list; reading them takes some milliseconds. */
  batchBodyValuesMax: 50_000,
  bodyDepthMax: 32,
  /** Total of all objects; more than any valid body has. */
  bodyMembersMax: 2000,
  /** Of one string as written; the longest field, a URL, takes 24 KiB if each character is an escape. */
  bodyStringBytesMax: 32 * 1024,
  /** Values of one facet. */
  facetValuesMax: 100,
  autocompleteDefault: 10,
  autocompleteMax: 50,
  matchScoreDefault: 0.85,
  matchCandidatesMax: 10,
  /** Problems reported in one rejection. */
  faultsMax: 100,
  /** Problems of one rejection that include a suggestion. */
  suggestionsMax: 5,
  idempotencyKeyLengthMax: 255,
  idempotencyHours: 24,
  /** Of an account, as stored (compressed). Above it the oldest are deleted. */
  idempotencyAnswerBytesMax: 32 * 1024 * 1024,
  /** Share of the credits of a month, in percent, at and below which they are low. */
  lowCreditsPercent: 10,
  bulkItemsMax: 100,
  /** Bytes and lines of one call that pushes records. */
  ingestBytesMax: 16 * 1024 * 1024,
  ingestLinesMax: 10_000,
  /** Reasons of one answer; rows with the same reason share one. */
  ingestWarningsMax: 100,
  /** Pushed rows that wait to be written, of all calls. */
  ingestWaitingMax: 50_000,
  ingestWaitMs: 5000,
  sourceLengthMax: 100,
  /** Unfinished batches of an account. */
  batchesMax: 20,
  /** Batches of an account that are stored, in any state. */
  batchesStoredMax: 200,
  /** Bytes of one row of a batch. */
  batchRowBytesMax: 64 * 1024,
  batchColumnsMax: 500,
  /** Endpoints of webhooks of an account. */
  webhooksMax: 10,
  /** Deliveries in the log of an endpoint that are not pending, and the days after which one is removed. */
  deliveriesKeptMax: 1000,
  deliveryDays: 30,
  /** Pending deliveries of an endpoint; above it the endpoint is disabled. */
  deliveriesPendingMax: 10_000,
  /** Hours for which deliveries are also signed with the secret before a rotation. */
  previousSecretHours: 24,
  /** Watches of an account. */
  watchesMax: 20,
  /** Records of one watch, and matches of its search when it is created. */
  watchRecordsMax: 1000,
  watchMatchesMax: 100_000,
  /** Days for which reported changes can be read. */
  watchChangeDays: 30,
  itemIdLengthMax: 255,
  connectionsCountMax: 500,
  /** Calls without a valid key per second and address. */
  unauthorizedPerSecond: 20,
  /** Calls above a limit per second and caller that are answered at once. */
  promptRejections: 20,
  /** Delay of the answers to further ones. */
  lateRejectionMs: 100,
} as const;
