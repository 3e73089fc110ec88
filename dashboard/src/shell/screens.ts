// The screens by address pattern. A script is loaded when its screen is first opened, or earlier: while the browser is
// idle, or when a link to it is hovered or focused.
import { lazyScreen } from './lazy-screen.tsx';

const Overview = lazyScreen(() => import('../overview/overview-screen.tsx').then((screen) => screen.OverviewScreen));
const Keys = lazyScreen(() => import('../keys/keys-screen.tsx').then((screen) => screen.KeysScreen));
const Explorer = lazyScreen(() => import('../explorer/explorer-screen.tsx').then((screen) => screen.ExplorerScreen));
const Person = lazyScreen(() => import('../record/person-screen.tsx').then((screen) => screen.PersonScreen));
const Company = lazyScreen(() => import('../record/company-screen.tsx').then((screen) => screen.CompanyScreen));
const Waterfall = lazyScreen(() =>
  import('../waterfall/waterfall-screen.tsx').then((screen) => screen.WaterfallScreen),
);
const Enrich = lazyScreen(() => import('../enrich/enrich-screen.tsx').then((screen) => screen.EnrichScreen));
const Lists = lazyScreen(() => import('../lists/lists-screen.tsx').then((screen) => screen.ListsScreen));
const Calls = lazyScreen(() => import('../calls/calls-screen.tsx').then((screen) => screen.CallsScreen));
const Webhooks = lazyScreen(() => import('../webhooks/webhooks-screen.tsx').then((screen) => screen.WebhooksScreen));
const Playground = lazyScreen(() =>
  import('../playground/playground-screen.tsx').then((screen) => screen.PlaygroundScreen),
);
const Records = lazyScreen(() => import('../records/records-screen.tsx').then((screen) => screen.RecordsScreen));
const Accounts = lazyScreen(() => import('../accounts/accounts-screen.tsx').then((screen) => screen.AccountsScreen));
const OwnAccount = lazyScreen(() =>
  import('../accounts/own-account-screen.tsx').then((screen) => screen.OwnAccountScreen),
);
const Reference = lazyScreen(() =>
  import('../reference/reference-screen.tsx').then((screen) => screen.ReferenceScreen),
);
const Profile = lazyScreen(() => import('../sign-in/profile-screen.tsx').then((screen) => screen.ProfileScreen));

export const SCREENS = {
  '/': Overview,
  '/keys': Keys,
  '/explorer/:kind?': Explorer,
  '/people/:slug': Person,
  '/companies/:slug': Company,
  '/waterfall': Waterfall,
  '/enrich/:id?': Enrich,
  '/lists/:part?': Lists,
  '/calls': Calls,
  '/webhooks/:id?': Webhooks,
  '/playground': Playground,
  '/data/:part?': Records,
  '/accounts/:part?': Accounts,
  '/account': OwnAccount,
  '/reference': Reference,
  '/profile': Profile,
} as const;

const firstPart = (path: string) => path.split('/')[1] ?? '';
const BY_FIRST_PART = new Map(Object.entries(SCREENS).map(([path, screen]) => [firstPart(path), screen]));

/** Loads the script of the screen that a link points to. */
function preload({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin === location.origin) void BY_FIRST_PART.get(firstPart(link.pathname))?.preload();
}

/** Loads the scripts of these paths one by one, unless the browser is in data-saving mode. */
export async function preloadScreens(paths: readonly string[]): Promise<void> {
  if ((navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData) return;
  for (const path of paths) {
    await new Promise<void>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(() => resolve()));
    await BY_FIRST_PART.get(firstPart(path))?.preload();
  }
}

/** Starts to load scripts before their links are clicked. Returns a function that stops it. */
export function preloadOnHover(): () => void {
  const events = ['pointerover', 'focusin', 'touchstart'] as const;
  for (const event of events) addEventListener(event, preload, { passive: true });
  return () => {
    for (const event of events) removeEventListener(event, preload);
  };
}
