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
  undoHint: 'You can import the file again afterwards. With many records this takes a few minutes.',
} as const;
