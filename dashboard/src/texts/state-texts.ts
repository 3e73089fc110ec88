// Texts of loading and error states.
import { formatAgo, formatTime } from '../format.ts';

export const STATE_TEXTS = {
  loading: 'Loading',
  tryAgain: 'Try again',
  unreachable: 'The server cannot be reached. Nothing was lost: try again in a moment.',
  status: (status: number) => `the server answered with status ${status}`,
  request: (id: string) => `Request ${id}`,
  exhausted: (resetsAt: number) =>
    `The account has fewer credits left than this costs. They reset on ${formatTime(resetsAt)}, ${formatAgo(resetsAt)}.`,
  grant: 'Grant credits to the account',
  orMove: ', or move it to a larger plan.',
  askOperator: 'Ask an operator of this service for more. ',
  seeUsage: 'See what the credits were used for',
} as const;
