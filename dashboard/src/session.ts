// The signed-in member: loaded at the start, replaced by every response that signs in or out.
import { computed, signal } from '@preact/signals';
import { hasRightsOf, type Role } from '../../src/contract/roles.ts';
import { type Answer, type ApiFailure, csrfToken, request, tokenOwner } from './api.ts';
import { keepFor } from './kept.ts';

export type Session = Answer<'GET /session'>;

/** Null until the server has answered. */
export const session = signal<Session | null>(null);

/** Why the session could not be loaded. */
export const sessionFailure = signal<ApiFailure | null>(null);

/** The signed-in member; null if signed out. */
export const me = computed(() => session.value?.member ?? null);
export const isOperator = computed(() => me.value?.role === 'operator');

/** Returns true if the member has the rights of a role. The server enforces them; the dashboard only hides the rest. */
export function may(least: Role): boolean {
  return me.value !== null && hasRightsOf(me.value.role, least);
}

/** The account that an operator has chosen; null: all accounts. For a member, the own account. */
const chosenAccount = signal<string | null>(null);
export const account = computed(() =>
  isOperator.value ? (chosenAccount.value ?? me.value?.account ?? null) : (me.value?.account ?? null),
);

/** Incremented when accounts are created or changed, so that lists reload. */
export const accountsChanged = signal(0);

/** Null: no choice yet. */
let chosen: { readonly name: string | null } | null = null;

/** Storage key of the choice of the signed-in operator; an empty text means all accounts. */
function storedUnder(): string {
  return `cardfile.account.${me.value?.id ?? ''}`;
}

/** Chooses an account or all of them; this browser stores the choice. */
export function chooseAccount(name: string | null): void {
  chosen = { name };
  chosenAccount.value = name;
  localStorage.setItem(storedUnder(), name ?? '');
}

/** The account that the operator has chosen, which addresses contain; null if none. */
export function accountOfAddresses(): string | null {
  return isOperator.value ? (chosen?.name ?? null) : null;
}

/** Drops a choice that no longer exists. Without a choice, a sole account is selected. */
export function reviewAccounts(names: readonly string[]): void {
  if (chosen?.name && !names.includes(chosen.name)) chooseAccount(null);
  const [only] = names;
  if (only !== undefined && names.length === 1 && chosen === null) chosenAccount.value = only;
}

/** Applies the session state of a response. */
export function enter(next: Session): void {
  const isOther = next.member?.id !== session.value?.member?.id;
  csrfToken.value = next.csrf_token;
  tokenOwner.value = next.member?.id ?? null;
  session.value = next;
  sessionFailure.value = null;
  if (!isOther) return;
  if (next.member !== null) keepFor(next.member.id);
  const stored = next.member?.role === 'operator' ? localStorage.getItem(storedUnder()) : null;
  chosen = stored === null ? null : { name: stored === '' ? null : stored };
  chosenAccount.value = chosen?.name ?? null;
}

/** Loads the session from the server. */
export async function loadSession(): Promise<void> {
  const result = await request('GET /session', {});
  if (result.ok) enter(result.answer);
  else sessionFailure.value = result.failure;
}
