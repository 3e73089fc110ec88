// Time-based one-time passwords (RFC 6238: SHA-1, 6 digits, steps of 30 seconds), and recovery codes. Pure.
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/** The length that RFC 4226 recommends: the length of a SHA-1 hash. */
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 10;

/** Base32 without padding, as apps that show codes accept it. */
function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((part) => BASE32[Number.parseInt(part.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  let bits = '';
  for (const letter of text) bits += BASE32.indexOf(letter).toString(2).padStart(5, '0');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A new secret of 160 random bits, in Base32. */
export const newTotpSecret = () => base32(randomBytes(SECRET_BYTES));

/** The number of the step at a time, in milliseconds of the epoch. */
export const totpStepAt = (ms: number) => Math.floor(ms / STEP_MS);

/** The code of a step. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step of a code: the current step, or the step before or after it, because clocks differ; null if none matches.
 */
export function totpStepOf(code: string, secret: string, ms: number): number | null {
  const now = totpStepAt(ms);
  const given = Buffer.from(code);
  const isCode = (step: number) => {
    const expected = Buffer.from(totpCode(secret, step));
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return [now, now - 1, now + 1].filter(isCode)[0] ?? null;
}

/** The key URI that apps read from a QR code. */
export function totpUri(secret: string, email: string): string {
  const label = encodeURIComponent(`Cardfile:${email}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=Cardfile&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}

/** A text as the 6 digits of a code; null if it is something else, such as a recovery code. */
export function digitsOf(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** New recovery codes of 80 random bits each, such as `ABCD-EFGH-IJKL-MNOP`. */
export function newRecoveryCodes(): string[] {
  const grouped = (code: string) => code.match(/.{4}/g)?.join('-') ?? code;
  return Array.from({ length: RECOVERY_CODES }, () => grouped(base32(randomBytes(RECOVERY_CODE_BYTES))));
}

/**
 * SHA-256, hex: the stored form of a recovery code, which is random and needs no slow hash. Case and hyphens are
 * ignored.
 */
export function hashRecoveryCode(code: string): string {
  return hash('sha256', `recovery:${code.toUpperCase().replace(/[^A-Z2-7]/g, '')}`);
}
