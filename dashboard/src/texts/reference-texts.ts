// Texts of the reference: quick starts and the list of endpoints.

export const REFERENCE_TEXTS = {
  title: 'Reference',
  lead: 'The API reference, and sample programs.',
  openApi: 'OpenAPI',
  open: 'Open the reference',
  quickStarts: 'Quick starts',
  quickStartsHint: {
    before: 'The address of this server is filled in. ',
    link: 'Create a key',
    after: ' for the program, and keep it in its environment.',
  },
  language: 'Language',
  sampleOf: (language: string) => `${language} sample`,
  endpoints: 'Endpoints',
  columns: { endpoint: 'Endpoint', description: 'Description', credits: 'Credits', actions: 'Actions' },
  perItem: (credits: number) => `${credits} per item`,
  try: 'Try',
  tryOf: (summary: string) => `Try: ${summary}`,
} as const;
