// The statuses of an e-mail address: one row per status, best first, with the words of other products for it.

const WORDS_BY_STATUS = {
  valid: ['verified', 'deliverable', 'ok', 'safe'],
  catch_all: ['catch all', 'catch-all', 'catchall', 'accept all', 'accept_all'],
  unknown: [
    'unverified',
    'guessed',
    'risky',
    'extrapolated',
    'unavailable',
    'unverifiable',
    'not verified',
    'user managed',
    'update required',
  ],
  invalid: ['undeliverable', 'bounced', 'hard bounced', 'bad'],
} satisfies Readonly<Record<string, readonly string[]>>;

export type EmailStatus = keyof typeof WORDS_BY_STATUS;

/** Best first: the order in which answers choose among the addresses of a person. */
export const EMAIL_STATUSES = Object.keys(WORDS_BY_STATUS) as readonly EmailStatus[];

/** An address of any other status is never answered. */
export const ANSWERED_EMAIL_STATUSES = EMAIL_STATUSES.filter((status) => status !== 'invalid');

/** A status or a word of another product for it, in lower case -> the status. */
export const EMAIL_STATUS_BY_WORD: ReadonlyMap<string, EmailStatus> = new Map(
  EMAIL_STATUSES.flatMap((status) => [status, ...WORDS_BY_STATUS[status]].map((word) => [word, status] as const)),
);
