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
  const fault = `no plan named ${quoted(name)}`;
  const command = `cardfile plans set ${quoted(name)} --credits 1000 --rps 10`;
  return new AccountsError(`${fault}: make it with ${command}${orChoose(names)}`, {
    ...{ isUnknown: true, inDashboard: `${fault}: make it on the page of the plans${orChoose(names)}` },
  });
}

/** `names`: the accounts that exist. */
export function unknownAccount(name: string, names: readonly string[]): AccountsError {
  const fault = `no account named ${quoted(name)}`;
  const command = `cardfile accounts create ${quoted(name)} --plan PLAN`;
  return new AccountsError(`${fault}: make it with ${command}${orChoose(names)}`, {
    ...{ isUnknown: true, inDashboard: `${fault}: make it on the page of the accounts${orChoose(names)}` },
  });
}

export function unknownKey(id: string): AccountsError {
  const fault = `no key has the id ${quoted(id)}`;
  return new AccountsError(`${fault}: cardfile keys list shows the ids`, {
    ...{ isUnknown: true, inDashboard: 'there is no such key' },
  });
}

/** Only a live key can have a successor, and only one: rotating twice would leave two valid keys. */
export function checkRotatable({ id, successorId, revokedAt, expiresAt }: KeyRecord, now: number): void {
  if (successorId !== null)
    throw new AccountsError(`key ${id} was rotated already: rotate its successor ${successorId}`, {
      inDashboard: 'this key was rotated already: rotate the key that replaced it',
    });
  const hasEnded = revokedAt !== null || (expiresAt !== null && expiresAt <= now);
  if (!hasEnded) return;
  throw new AccountsError(`key ${id} has ended: make a new one with cardfile keys create`, {
    inDashboard: 'this key has ended: create a new one',
  });
}

export function unknownIngestKey(id: string): AccountsError {
  const fault = `there is no ingest key with id ${quoted(id)}`;
  return new AccountsError(`${fault}; cardfile keys list --ingest shows them`, {
    ...{ isUnknown: true, inDashboard: 'there is no such key' },
  });
}
