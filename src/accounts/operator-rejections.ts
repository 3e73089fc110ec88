// Rejections of the operator's side, the same in every store: each message states the remedy.
import { listed, orChoose, quoted } from './operator-input.ts';
import { AccountsError } from './port.ts';
import type { KeyRecord } from './stored-rows.ts';

export const nameTaken = (kind: 'plan' | 'account', name: string) =>
  new AccountsError(
    `${kind === 'plan' ? 'a plan' : 'an account'} named ${quoted(name)} exists already: choose another name`,
  );

export function planInUse(name: string, accountNames: readonly string[]): AccountsError {
  return new AccountsError(
    `the plan ${quoted(name)} is in use by ${listed(accountNames)}: move them to another plan first`,
  );
}

/** `names`: the plans that exist. */
export function unknownPlan(name: string, names: readonly string[]): AccountsError {
  return new AccountsError(
    `no plan named ${quoted(name)}: make it with cardfile plans set ${quoted(name)} --credits 1000 ` +
      `--rps 10${orChoose(names)}`,
    { isUnknown: true },
  );
}

/** `names`: the accounts that exist. */
export function unknownAccount(name: string, names: readonly string[]): AccountsError {
  return new AccountsError(
    `no account named ${quoted(name)}: make it with cardfile accounts create ${quoted(name)} --plan ` +
      `PLAN${orChoose(names)}`,
    { isUnknown: true },
  );
}

export const unknownKey = (id: string) =>
  new AccountsError(`no key has the id ${quoted(id)}: cardfile keys list shows the ids`, { isUnknown: true });

/** Only a live key has a successor, and only one: rotating twice would leave two keys behind. */
export function checkRotatable({ id, successorId, revokedAt, expiresAt }: KeyRecord, now: number): void {
  if (successorId !== null)
    throw new AccountsError(`key ${id} was rotated already: rotate its successor ${successorId}`);
  const hasEnded = revokedAt !== null || (expiresAt !== null && expiresAt <= now);
  if (hasEnded) throw new AccountsError(`key ${id} has ended: make a new one with cardfile keys create`);
}

export const unknownIngestKey = (id: string) =>
  new AccountsError(`there is no ingest key with id ${quoted(id)}; cardfile keys list --ingest shows them`, {
    isUnknown: true,
  });
