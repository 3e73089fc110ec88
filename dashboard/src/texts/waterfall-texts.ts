// Texts of the screen Waterfall.

export const WATERFALL_TEXTS = {
  lead: 'Find decision-makers at one company: everyone who matches step 1, then step 2, and so on up to the limit. No one is listed twice.',
  chooseAccount: 'Choose an account',
  chooseAccountHint: 'Its credits pay for the run.',
  notRun: 'No results yet',
  notRunHint: 'Enter a company and the titles or places of each step, best match first, then run it.',
  noMatchesHint: 'Use fewer words, or add a broader step.',
  rowsMax: 'People at most',
  connectionsMin: 'Connections at least',
  running: 'Running the steps',
  inHeadline: 'Search headlines too',
  excluded: 'Excluded titles',
  addStep: 'Add a step',
} as const;
