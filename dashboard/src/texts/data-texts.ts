// Texts of the screen Data: records, imports, possible duplicates, suppression list.

export const DATA_TEXTS = {
  lead: 'Records and imports, possible duplicates, and people and companies that are hidden from all answers.',
  fields: {
    ...{ country_code: 'Country', city: 'City', job_title: 'Job title', job_function: 'Department' },
    ...{ job_level: 'Seniority', connections_count: 'Connections', headline: 'Headline', email: 'Work e-mail' },
    ...{ email_valid: 'Valid e-mail', phone: 'Phone', phone_mobile: 'Mobile phone', industry: 'Industry' },
    ...{ type: 'Type', employee_count: 'Employees', domain: 'Domain', email_domain: 'E-mail domain' },
    ...{ about: 'About', specialties: 'Specialties' },
  } as Readonly<Record<string, string>>,
  noImports: 'No imports yet',
  interrupted: 'This import stopped before the last row. Import the same file again to continue.',
  fromCommandLine: 'Imported on the command line',
  kind: 'Rows contain',
  sourceHint: 'Where the rows come from. A later import from the same source replaces them.',
  byHeaders: 'Detect from the headers',
  guess: 'Guessed',
  notImported: 'Not imported',
  reading: 'Reading the columns',
  start: 'Start import',
  later: 'Later',
  formats:
    'Excel, CSV, TSV, JSON, JSON Lines or Parquet, also compressed (gzip, zstd). You review the columns before anything is imported.',
  waiting: 'Uploaded, not yet imported',
  noReviewsHint:
    'When an import finds two records that might be the same, and the evidence is not clear enough to merge them, they are listed here.',
  noReviews: 'No possible duplicates',
  keepApart: 'Keep apart',
  nothingHidden: 'The list is empty',
  nothingHiddenHint:
    'Add people who object to the use of their data. They disappear from all answers and stay hidden after later imports.',
  hideHint: 'disappears from all answers now, and stays hidden if it is imported again.',
  shownAgain: 'Removed from the list. It appears in answers again.',
  actions: 'Actions',
  release: 'Show again…',
  releaseOf: (hash: string) => `Show ${hash.slice(0, 8)} again`,
  releaseTitle: 'Take this entry off the list?',
  releaseAction: 'Show again',
  releaseHint:
    'What it names is answered again, unless another entry names it too. The entry is a hash: to hide the same record again, you need its value.',
  wasNotListed: 'It wasn’t on the list.',
  undoHint: 'You can import the file again afterwards. With many records this takes a few minutes.',
} as const;
