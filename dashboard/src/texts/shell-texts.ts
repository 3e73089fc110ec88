// Texts of the frame around the screens: navigation, keys, commands.

export const SHELL_TEXTS = {
  notLoaded: 'This screen could not be loaded: the server cannot be reached, or has been updated.',
  account: 'Account',
  allAccounts: 'All accounts',
  commands: 'Commands',
  commandsHint: 'Go to a screen, search, change the account…',
  keys: 'Keyboard shortcuts',
  showKeys: 'Show keyboard shortcuts',
  searchHere: 'Search on this screen',
  keysHere: 'On this screen',
  keysEverywhere: 'Everywhere',
  noCommand: 'No command has these words.',
  notFound: 'Page not found',
  notFoundHint: 'There is nothing at this address.',
  notYours: 'No access',
  goTo: (screen: string) => `Go to ${screen}`,
  searchPeople: (words: string) => `Search people with the title “${words}”`,
  searchNames: (words: string) => `Search people named “${words}”`,
  searchCompanies: (words: string) => `Search companies named “${words}”`,
  useAccount: (name: string) => `Use the account ${name}`,
  useTheme: (name: string) => `Use the ${name} theme`,
} as const;
