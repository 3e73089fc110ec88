// Texts of the audit log and of the usage by account.

export const AUDIT_TEXTS = {
  title: 'Audit log',
  time: 'Time',
  member: 'Member',
  action: 'Action',
  target: 'Target',
  address: 'Address',
  result: 'Result',
  older: 'Older entries',
} as const;

export const USAGE_TEXTS = {
  none: 'No calls in the last 30 days',
  chart: 'Credits per day (UTC)',
  export: 'Export as CSV',
  table: 'Usage of 30 days by account',
  account: 'Account',
  calls: 'Calls',
  credits: 'Credits',
  others: 'Others',
} as const;
