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

/** Title of each quick start, and the steps to run it. */
export const QUICK_START_TEXTS = {
  curl: { title: 'curl', steps: 'Paste into a shell; put your key into the first line.' },
  typescript: {
    title: 'TypeScript',
    steps: 'Save as people.ts and run: CARDFILE_KEY=cf_live_… node people.ts (Node 24).',
  },
  python: {
    title: 'Python',
    steps: 'Save as people.py and run: CARDFILE_KEY=cf_live_… python3 people.py (3.8 or newer, no packages).',
  },
  go: { title: 'Go', steps: 'Save as main.go and run: CARDFILE_KEY=cf_live_… go run main.go' },
  sheets: {
    title: 'Google Sheets',
    steps: 'Extensions > Apps Script, paste, save. The server must be reachable from the internet.',
  },
  excel: {
    title: 'Excel',
    steps: 'Data > Get Data > From Other Sources > Blank Query > Advanced Editor, paste.',
  },
} as const;

export const SAMPLE_TEXTS = {
  title: 'The same from a program',
  lead: 'Put a key into CARDFILE_KEY; create keys on the screen Keys.',
  language: 'Language',
  sampleOf: (language: string) => `${language} sample`,
} as const;
