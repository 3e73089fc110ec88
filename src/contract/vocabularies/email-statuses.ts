// The statuses of an e-mail address: one row per status, best first, with the terms that other products use for it.

const WORDS_BY_STATUS = {
  valid: ['verified', 'deliverable', 'ok', 'safe', 'confirmed', 'true', 'yes'],
  catch_all: ['catch all', 'catchall', 'accept all'],
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
    'unconfirmed',
    'false',
    'no',
  ],
  invalid: [
    'undeliverable',
    'not deliverable',
    'not valid',
    'bounced',
    'bounce',
    'hard bounced',
    'hard bounce',
    'bad',
    'spamtrap',
    'spam trap',
    'do not mail',
    'disposable',
    'abuse',
  ],
} satisfies Readonly<Record<string, readonly string[]>>;

export type EmailStatus = keyof typeof WORDS_BY_STATUS;

/** Best first: the order in which an answer prefers the addresses of a person. */
export const EMAIL_STATUSES = Object.keys(WORDS_BY_STATUS) as readonly EmailStatus[];

/** Addresses of any other status are never answered. */
export const ANSWERED_EMAIL_STATUSES = EMAIL_STATUSES.filter((status) => status !== 'invalid');

const STATUS_BY_WORD: ReadonlyMap<string, EmailStatus> = new Map(
  EMAIL_STATUSES.flatMap((status) =>
    [status, ...WORDS_BY_STATUS[status]].map((word) => [spaced(word), status] as const),
  ),
);

function spaced(text: string): string {
  return text.toLowerCase().replace(/[_-]+/g, ' ');
}

/** The status that a text names, also in another product's term: `Hard-bounced`, `accept_all`. */
export const emailStatusIn = (text: string): EmailStatus | null => STATUS_BY_WORD.get(spaced(text)) ?? null;
