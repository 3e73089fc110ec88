// The signed-in member: loaded once at the start, replaced by every response that signs in or out.
import { computed, signal } from '@preact/signals';
import { type Answer, type ApiFailure, ask, csrfToken } from './api.ts';

export type Session = Answer<'GET /session'>;

/** Null until the server has answered. */
export const session = signal<Session | null>(null);

/** Reason why the session could not be loaded. */
export const sessionFailure = signal<ApiFailure | null>(null);

/** The signed-in person; null for none. */
export const me = computed(() => session.value?.member ?? null);
export const isOperator = computed(() => me.value?.role === 'operator');

/** The account an operator looks at; null: all of them. A member's own account otherwise. */
const chosenAccount = signal<string | null>(null);
export const account = computed(() =>
  isOperator.value ? (chosenAccount.value ?? me.value?.account ?? null) : (me.value?.account ?? null),
);

/** Increases when accounts are created or changed, so that lists reload. */
export const accountsChanged = signal(0);

let hasChosen = false;

export function chooseAccount(name: string | null): void {
  hasChosen = true;
  chosenAccount.value = name;
}

/** The only account is selected by default, unless the operator chose otherwise. */
export function chooseOnlyAccount(names: readonly string[]): void {
  const [only] = names;
  if (only !== undefined && names.length === 1 && !hasChosen) chosenAccount.value = only;
}

/** Takes over what an answer says about the session. */
export function enter(next: Session): void {
  if (next.member?.id !== session.value?.member?.id) {
    hasChosen = false;
    chosenAccount.value = null;
  }
  csrfToken.value = next.csrf_token;
  session.value = next;
  sessionFailure.value = null;
}

/** Loads the session from the server. */
export async function loadSession(): Promise<void> {
  const result = await ask('GET /session', {});
  if (result.ok) enter(result.answer);
  else sessionFailure.value = result.failure;
}
