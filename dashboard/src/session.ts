// The signed-in member: loaded at the start, replaced by every response that signs in or out.
import { computed, signal } from '@preact/signals';
import { hasRightsOf, type Role } from '../../src/contract/roles.ts';
import { type Answer, type ApiFailure, csrfToken, renewed, request, tokenOwner } from './api.ts';
import { notify } from './components/notices.tsx';
import { keepFor } from './kept.ts';
import { ROLE_TEXTS } from './texts/sign-in-texts.ts';

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

/** The choice of an operator; its name is null for all accounts. Null: no choice yet. */
const chosen = signal<{ readonly name: string | null } | null>(null);

/** The only account of the service; null if there are several. For operators. */
const sole = signal<string | null>(null);

/** The account that an operator has chosen; null: all accounts. Without a choice, and for a member, the own account. */
export const account = computed(() =>
  isOperator.value && chosen.value ? chosen.value.name : (me.value?.account ?? sole.value),
);

/** Storage key of the choice of the signed-in operator; an empty text means all accounts. */
function storedUnder(): string {
  return `cardfile.account.${me.value?.id ?? ''}`;
}

/** Chooses an account or all of them; this browser stores the choice. */
export function chooseAccount(name: string | null): void {
  chosen.value = { name };
  localStorage.setItem(storedUnder(), name ?? '');
}

/** The account that the operator has chosen, which addresses contain; null if none. */
export function accountOfAddresses(): string | null {
  return isOperator.value ? (chosen.value?.name ?? null) : null;
}

/** Drops a choice that no longer exists. Without a choice, a sole account is selected. */
export function reviewAccounts(names: readonly string[]): void {
  if (chosen.value?.name && !names.includes(chosen.value.name)) chooseAccount(null);
  sole.value = (names.length === 1 && names[0]) || null;
}

/** Applies the session state of a response. */
export function enter(next: Session): void {
  const before = session.value?.member ?? null;
  const isOther = next.member?.id !== before?.id;
  csrfToken.value = next.csrf_token;
  tokenOwner.value = next.member?.id ?? null;
  session.value = next;
  sessionFailure.value = null;
  // An open dialog stays, with its input, and may offer what the new role does not include.
  if (!isOther && before && next.member && next.member.role !== before.role)
    notify(ROLE_TEXTS.changed(next.member.role), 'plain');
  if (!isOther) return;
  if (next.member !== null) keepFor(next.member.id);
  const stored = next.member?.role === 'operator' ? localStorage.getItem(storedUnder()) : null;
  chosen.value = stored === null ? null : { name: stored === '' ? null : stored };
  sole.value = null;
}

/** Loads the session from the server; the names of accounts follow. */
export async function loadSession(): Promise<void> {
  const result = await request('GET /session', {});
  if (result.ok) enter(result.answer);
  else sessionFailure.value = result.failure;
}

renewed.subscribe((now) => now && enter(now));
