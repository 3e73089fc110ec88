// Rejections of the operator's side, the same in every store: each message states the remedy.
import { choicesText, listed, quoted } from './operator-input.ts';
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

/** An operation changes or reads a plan or account that is there, or a new object refers to one, which can be made. */
type Need = 'is there' | 'can be made';

/** `names`: the plans that exist. */
export function unknownPlan(name: string, names: readonly string[], need: Need): AccountsError {
  const make = `cardfile plans set ${quoted(name)} --credits 1000 --rps 10`;
  return unknown({ kind: 'plan', name, names, make: need === 'is there' ? null : make });
}

/** `names`: the accounts that exist. */
export function unknownAccount(name: string, names: readonly string[], need: Need): AccountsError {
  const make = `cardfile accounts create ${quoted(name)} --plan PLAN`;
  return unknown({ kind: 'account', name, names, make: need === 'is there' ? null : make });
}

interface Unknown {
  readonly kind: 'plan' | 'account';
  readonly name: string;
  readonly names: readonly string[];
  /** The command that makes it; null if making it is no remedy. */
  readonly make: string | null;
}

function unknown({ kind, name, names, make }: Unknown): AccountsError {
  const choose = names.length === 0 ? 'there is none' : `choose one of: ${listed(names)}`;
  const remedy = make === null ? choose : `make it with ${make}${choicesText(names)}`;
  return new AccountsError(`no ${kind} named ${quoted(name)}: ${remedy}`, {
    // The dashboard offers only names that exist.
    isUnknown: true,
    inDashboard: `there is no ${kind} named ${quoted(name)}: it may have been renamed or removed`,
  });
}

export function unknownKey(id: string): AccountsError {
  const fault = `no key has the id ${quoted(id)}`;
  return new AccountsError(`${fault}: cardfile keys list shows the ids`, {
    isUnknown: true,
    inDashboard: 'there is no such key',
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
    isUnknown: true,
    inDashboard: 'there is no such key',
  });
}
