// Texts for a service without accounts.
export const NO_ACCOUNT_TEXTS = {
  none: 'There are no accounts yet.',
  create: 'Create an account',
} as const;
