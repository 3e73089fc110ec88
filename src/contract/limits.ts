// All limits that apply to callers; printed in the reference documentation.

export const LIMITS = {
  maxResultsDefault: 10,
  maxResultsMax: 100,
  cascadeStepsMax: 10,
  perCompanyMax: 100,
  /** Maximum number of filters to diagnose when a count is 0. */
  diagnosisMax: 20,
  filterEntriesMax: 50,
  /** Maximum code points of a string in a filter. */
  filterStringMax: 200,
  emailLengthMax: 254,
  urlLengthMax: 2048,
  cursorLengthMax: 1024,
  phoneDigitsMin: 7,
  phoneDigitsMax: 15,
  bodyBytesMax: 1024 * 1024,
  /** Above the total number of list values in any valid body. */
  bodyValuesMax: 10_000,
  /** The same for a batch whose rows are a JSON list; reading them takes some milliseconds. */
  batchBodyValuesMax: 50_000,
  bodyDepthMax: 32,
  /** Sum over all objects; above the number in any valid body. */
  bodyMembersMax: 2000,
  /** Bytes of one string as written. The longest field, a URL, takes 24 KiB if each character is escaped. */
  bodyStringBytesMax: 32 * 1024,
  /** Maximum number of values per facet. */
  facetValuesMax: 100,
  autocompleteDefault: 10,
  autocompleteMax: 50,
  /** Maximum number of further companies in an answer of domain-to-network. */
  otherCompaniesMax: 100,
  matchScoreDefault: 0.85,
  matchCandidatesMax: 10,
  /** Maximum number of problems in one error. */
  faultsMax: 100,
  /** Maximum number of problems with a suggestion in one error. */
  suggestionsMax: 5,
  idempotencyKeyLengthMax: 255,
  idempotencyHours: 24,
  /** Per account, as stored (compressed). Above it the oldest answers are deleted. */
  idempotencyAnswerBytesMax: 32 * 1024 * 1024,
  /** Messages to the MCP server, in addition to the requests per second of the account. */
  mcpMessagesPerSecond: 20,
  /** Credits count as low at or below this percentage of the monthly credits. */
  lowCreditsPercent: 10,
  bulkItemsMax: 100,
  /** Maximum bytes and lines of one ingest call. */
  ingestBytesMax: 16 * 1024 * 1024,
  ingestLinesMax: 10_000,
  /** Maximum number of reasons in one answer; rows with the same reason share one. */
  ingestWarningsMax: 100,
  /** Maximum number of pushed rows that wait to be written, over all calls. */
  ingestWaitingMax: 50_000,
  ingestWaitMs: 5000,
  sourceLengthMax: 100,
  /** Maximum number of unfinished batches per account. */
  batchesMax: 20,
  /** Maximum number of stored batches per account, in any state. */
  batchesStoredMax: 200,
  /** Maximum bytes of one row of a batch. */
  batchRowBytesMax: 64 * 1024,
  batchColumnsMax: 500,
  /** Maximum number of webhook endpoints per account. */
  webhooksMax: 10,
  /** Maximum number of finished deliveries in the log of an endpoint, and the days after which one is removed. */
  deliveriesKeptMax: 1000,
  deliveryDays: 30,
  /** Maximum number of pending deliveries per endpoint; above it the endpoint is disabled. */
  deliveriesPendingMax: 10_000,
  /** Hours after a rotation in which deliveries are also signed with the previous secret. */
  previousSecretHours: 24,
  /** Maximum number of watches per account. */
  watchesMax: 20,
  /** Maximum number of records of a watch, and of matches of its search when it is created. */
  watchRecordsMax: 1000,
  watchMatchesMax: 100_000,
  /** Days for which reported changes can be read. */
  watchChangeDays: 30,
  itemIdLengthMax: 255,
  connectionsCountMax: 500,
  /** Maximum calls per second and address without a valid key. */
  unauthorizedPerSecond: 20,
  /** Rejections per second and caller that are answered at once. */
  promptRejections: 20,
  /** Delay of further rejections. */
  lateRejectionMs: 100,
} as const;
