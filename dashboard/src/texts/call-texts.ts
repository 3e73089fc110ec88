// Texts of the log of requests.

export const CALL_TEXTS = {
  title: 'Calls',
  lead: 'The last 1,000 calls of each key, of at most 30 days, without their bodies. New calls appear after a second.',
  key: 'Key',
  allKeys: 'All keys',
  dashboard: 'Dashboard',
  status: 'Status',
  statuses: {
    '': 'All',
    errors: 'All errors',
    '2xx': 'Answered (2xx)',
    '4xx': 'Rejected (4xx)',
    '5xx': 'Failed (5xx)',
    '401': '401 not allowed',
    '402': '402 no credits',
    '404': '404 no match',
    '422': '422 invalid',
    '429': '429 too fast',
  } as Readonly<Record<string, string>>,
  none: 'No calls',
  noneHint: 'Calls with a key of this account, and those of the dashboard, are listed here.',
} as const;
