// The statuses of an e-mail address: one row per status, best first, with the terms that other products use for it.

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

/** Best first: the order in which an answer prefers the addresses of a person. */
export const EMAIL_STATUSES = Object.keys(WORDS_BY_STATUS) as readonly EmailStatus[];

/** Addresses of any other status are never answered. */
export const ANSWERED_EMAIL_STATUSES = EMAIL_STATUSES.filter((status) => status !== 'invalid');

/** A status, or another product's term for it, in lower case -> the status. */
export const EMAIL_STATUS_BY_WORD: ReadonlyMap<string, EmailStatus> = new Map(
  EMAIL_STATUSES.flatMap((status) => [status, ...WORDS_BY_STATUS[status]].map((word) => [word, status] as const)),
);
