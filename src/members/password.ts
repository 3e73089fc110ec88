// Passwords: the rules for new ones, and Argon2id hashes in the PHC form, which includes their cost parameters.
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { isCommonPassword } from './common-passwords.ts';
import { MembersError } from './port.ts';
import { WorkQueue } from './work-queue.ts';

const LENGTH_MIN = 12;
const LENGTH_MAX = 200;
const DIFFERENT_MIN = 5;

/** OWASP's first choice for Argon2id (46 MiB, one pass, one lane) with one more pass: about a tenth of a second. */
const COST = { memory: 47_104, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Each hash takes 46 MiB and a thread of the pool, which file operations also use. */
const queue = new WorkQueue({ atOnce: 2, waiting: 50 });

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

interface Parsed {
  readonly cost: Cost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** Throws a MembersError if a new password is too short, too long or too simple. */
export function checkNewPassword(password: string, email: string): void {
  const letters = [...password];
  if (letters.length < LENGTH_MIN)
    throw new MembersError('invalid', `the password is too short: use at least ${LENGTH_MIN} characters`);
  if (letters.length > LENGTH_MAX)
    throw new MembersError('invalid', `the password is too long: use at most ${LENGTH_MAX} characters`);
  const isAddress = password.toLowerCase().includes(email.toLowerCase());
  if (new Set(letters).size < DIFFERENT_MIN || isAddress)
    throw new MembersError('invalid', 'the password is too easy to guess: use several words');
  if (isCommonPassword(password))
    throw new MembersError('invalid', 'the password is among those that are tried first: use several unrelated words');
}

/**
 * The PHC text of a password: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. Throws a QueueFullError if the queue is full.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await queue.run(() => hashOf(password, { cost: COST, salt, bytes: HASH_BYTES }));
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

let unknownMembers: Promise<string> | undefined;

/**
 * Whether the password matches the hash; throws as hashPassword does. Takes as long without a hash: the time does not
 * reveal whether a member exists.
 */
export async function isPassword(password: string, phc: string | null): Promise<boolean> {
  unknownMembers ??= hashPassword(base64(randomBytes(SALT_BYTES)));
  const { cost, salt, hash } = parse(phc ?? (await unknownMembers));
  const other = await queue.run(() => hashOf(password, { cost, salt, bytes: hash.length }));
  return timingSafeEqual(other, hash) && phc !== null;
}

function hashOf(password: string, { cost, salt, bytes }: { cost: Cost; salt: Buffer; bytes: number }) {
  // Unicode normalization: keyboards differ in how they compose marks.
  return derive('argon2id', { ...cost, message: password.normalize('NFKC'), nonce: salt, tagLength: bytes });
}

function parse(phc: string): Parsed {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc);
  if (!found) throw new Error('a stored password hash is not in the PHC form of Argon2id');
  const [, memory, passes, parallelism, salt = '', hash = ''] = found;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
