// Texts of sign-in, profile and roles.
import { formatPlural, formatTime } from '../format.ts';

type Role = 'billing' | 'read_only' | 'member' | 'operator';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  operator: 'Operator',
  member: 'Member',
  read_only: 'Read-only',
  billing: 'Billing',
};

export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  operator: 'Everything, for all accounts',
  member: 'Searches, spends credits and manages the keys of one account',
  read_only: 'Sees everything in one account; changes and spends nothing',
  billing: 'Sees the credits, usage and keys of one account; no records or searches',
};

export const ROLE_TEXTS = {
  notYours: (role: Role) => `Your role (${ROLE_NAMES[role]}) doesn’t include this page.`,
  notYoursHint: (role: Role) =>
    role === 'billing'
      ? 'It covers the credits, usage and keys of your account. An operator can change your role.'
      : 'An operator can change your role.',
  changed: (role: Role) => `An operator has changed your role: it is now ${ROLE_NAMES[role]}.`,
  goToOverview: 'Go to the overview',
  cannotSpend: 'Your role (Read-only) includes counts and suggestions. Showing records costs credits.',
} as const;

export const CODE_TEXTS = {
  title: 'Enter your code',
  lead: 'Your account uses two-step sign-in. Open your authenticator app and enter the 6-digit code for Cardfile.',
  code: 'Code',
  codeHint: 'No phone? Enter a recovery code instead. Without one, ask an operator to switch two-step sign-in off.',
  submit: 'Sign in',
  other: 'Sign in as someone else',
} as const;

export const TWO_STEP_TEXTS = {
  title: 'Two-step sign-in',
  offLead:
    'Protect your account with a 6-digit code from an authenticator app on your phone, required after your password.',
  setUp: 'Set up two-step sign-in',
  onLead: (since: string) => `On since ${since}. Each sign-in requires a code.`,
  left: (count: number) => `${formatPlural(count, 'recovery code')} left.`,
  fewLeft: 'Create new ones before you run out.',
  newCodes: 'New recovery codes…',
  switchOff: 'Switch off…',
  next: 'Next',
  scan: 'Scan this code with your authenticator app, or enter the key by hand. Then enter the 6-digit code that the app shows.',
  qr: 'QR code with the key for your authenticator app',
  key: 'Key',
  keyLabel: 'key for the authenticator app',
  confirm: 'Switch on',
  code: 'Code',
  password: 'Current password',
  passwordLead: 'Confirm that it’s you.',
  codesTitle: 'Save your recovery codes',
  codesLead:
    'Each code signs you in once if you lose your phone. They’re shown only now: store them where you keep passwords.',
  codesLabel: 'recovery codes',
  codesSaved: 'I’ve saved them',
  isOn: 'Two-step sign-in is on.',
  isOff: 'Two-step sign-in is off.',
  offTitle: 'Switch off two-step sign-in?',
  offWarning: 'Your password alone will sign you in, and your recovery codes stop working.',
  offAction: 'Switch off',
  newTitle: 'Create new recovery codes?',
  newLead: 'The codes you have now stop working.',
  newAction: 'Create codes',
  codeOrRecovery: 'Code from the app, or a recovery code',
} as const;

interface Invited {
  readonly email: string;
  readonly role: Role;
  readonly account: string | null;
  readonly expires_at: string;
}

export const GATE_TEXTS = {
  signIn: 'Sign in',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  goToSignIn: 'Go to sign-in',
  email: 'E-mail',
  password: 'Password',
  yourName: 'Your name',
  newPassword: 'New password',
  newPasswordHint: (lengthMin: number) => `At least ${lengthMin} characters.`,
  showPassword: 'Show password',
  linkSent: (email: string) =>
    `If a member has the address ${email}, a link was mailed to it. It is valid for an hour. Your password stays as it is until you open the link.`,
  join: 'Join Cardfile',
  joinAction: 'Join',
  invited: ({ email, role, account, expires_at: until }: Invited) =>
    `${email} is invited ${role === 'operator' ? 'as an operator' : `to the account ${account} (role: ${ROLE_NAMES[role]})`}. ` +
    `The invitation is valid until ${formatTime(until)}.`,
  resets: (email: string, until: string) =>
    `All sessions of ${email} end. The link is valid until ${formatTime(until)}.`,
  saveAndSignIn: 'Save password and sign in',
  setUpTitle: 'Set up Cardfile',
  setUpAction: 'Set up and sign in',
  mailboxTitle: 'Check your inbox',
  newPasswordTitle: 'Choose a new password',
  newPasswordLead: 'We’ll email you a link to choose a new password.',
  sendLink: 'Send link',
  back: 'Back to sign-in',
  invitationOver: 'This link is not valid',
  invitationOverHint: 'It has been used or withdrawn, or has expired. Ask for a new one.',
  openAgain: 'Open the link again',
  openAgainHint:
    'A reloaded page no longer has the secret of its link. The link itself is valid until it is used or expires.',
  setUpLead: 'You’ll be the operator of this server: you can change everything and invite others.',
  noOperator:
    'This server has no operator yet. Open the set-up link that it printed when it started, or print a new one:',
  almostThere: 'Almost there',
  notInvited: 'You haven’t been invited yet. Ask an operator for an invitation.',
  unverified:
    'The provider didn’t confirm your e-mail address. Verify it at the provider and try again, or use your password.',
  cancelled: 'You cancelled the sign-in.',
  expired: 'This sign-in took too long, was already completed, or began in another browser. Try again.',
  tooMany: 'There were too many attempts to sign in. Wait 15 minutes, then try again.',
  failed: 'The provider couldn’t sign you in. Try again, or use your password.',
  forgot: 'Forgot your password?',
  noAccount: 'No account? Ask an operator for an invitation.',
  askForReset: 'Forgot your password? Ask an operator for a reset link.',
} as const;

export const PROFILE_TEXTS = {
  title: 'Profile',
  yourAccount: 'Your account',
  facts: { name: 'Name', email: 'E-mail', role: 'Role', ends: 'Session ends' },
  idleNote: 'or earlier if idle',
  password: 'Password',
  currentPassword: 'Current password',
  changePassword: 'Change password',
  passwordChanged: 'Password changed. You’re signed out everywhere else.',
} as const;
