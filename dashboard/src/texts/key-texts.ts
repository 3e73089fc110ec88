// Texts of the screen Keys.

export const KEY_TEXTS = {
  lead: 'Programs send a key with every call. Keep keys on servers, never in web pages or apps.',
  create: 'Create a key',
  none: 'No keys yet',
  noneHint: 'Programs need a key to call the API.',
  revokeHint: 'Within a second, calls with this key are rejected (401). You can’t undo this.',
  rotateHint: 'To replace it without downtime, rotate it instead.',
  neverUsed: 'This key has never been used.',
  allEndpoints: 'All endpoints',
  created: 'Created',
  endpoints: 'Allowed endpoints',
  ingestLead: 'Your systems push records with these keys. They don’t belong to an account.',
  ingestRevokeHint: 'Records pushed with this key are rejected (401). You can’t undo this.',
  shownOnce: 'This is the only time the key is shown.',
  shownOnceHint: 'Copy it to where your program reads it. Cardfile stores only its hash.',
  stored: 'I have stored the key',
  tryIt: 'Try it',
  nameHint: 'What the key is for, such as the program that uses it.',
  endpointsHint: 'Leave empty to allow all endpoints. Key status is always allowed.',
  rotateLead: 'The new key keeps the name, endpoints and expiry date.',
} as const;
