// Sign-ins by OpenID Connect that have begun. Each is a cookie with the state in its name, so that those of several
// tabs are independent. Only the browser that began a sign-in has its cookie, so that no other can finish it.
import type { RouteCall } from './context.ts';
import { cookieAttributes, cookieName, type HostCookie } from './host-cookie.ts';

export interface PendingSignIn {
  /** For the provider, which checks the callback against it. */
  readonly checks: string;
  readonly returnTo: string;
  readonly startedMs: number;
}

const PREFIX = 'cardfile-openid-';
const LIFE_SECONDS = 600;
/** All cookies of a request must fit into a header that proxies accept, often of 8 KB. */
const CHARACTERS_MAX = 4096;

/** Lax: the redirect comes from a page of another site and must include the cookie. */
const cookieOf = (state: string): HostCookie => ({ name: `${PREFIX}${state}`, sameSite: 'lax' });

/** Whether a text has the form of a state. Other texts must not become part of a cookie's name. */
const isState = (text: string) => /^[\w-]{16,64}$/.test(text);

/** Stores a sign-in in the browser. The oldest are removed if there are too many. */
export function storePendingSignIn({ request, reply, origin }: RouteCall, state: string, pending: PendingSignIn): void {
  const cookie = cookieOf(state);
  const value = Buffer.from(JSON.stringify(pending)).toString('base64url');
  const attributes = cookieAttributes(cookie, origin);
  reply.setCookie(cookieName(cookie, origin), value, { ...attributes, maxAge: LIFE_SECONDS });
  const prefix = cookieName(cookieOf(''), origin);
  const others = Object.entries(request.cookies)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, text = '']) => ({
      name,
      characters: name.length + text.length,
      startedMs: read(text)?.startedMs ?? 0,
    }))
    .sort((a, b) => b.startedMs - a.startedMs);
  let characters = prefix.length + state.length + value.length;
  for (const other of others) {
    characters += other.characters;
    if (characters > CHARACTERS_MAX) reply.clearCookie(other.name, attributes);
  }
}

/** The sign-in with this state, which is consumed. Null if this browser has not begun it, or too long ago. */
export function consumePendingSignIn(
  { request, reply, origin }: RouteCall,
  state: string,
  nowMs: number,
): PendingSignIn | null {
  if (!isState(state)) return null;
  const cookie = cookieOf(state);
  const name = cookieName(cookie, origin);
  const pending = read(request.cookies[name] ?? '');
  if (request.cookies[name] !== undefined) reply.clearCookie(name, cookieAttributes(cookie, origin));
  return pending !== null && nowMs - pending.startedMs < LIFE_SECONDS * 1000 ? pending : null;
}

function read(value: string): PendingSignIn | null {
  try {
    const { checks, returnTo, startedMs } = JSON.parse(Buffer.from(value, 'base64url').toString()) as PendingSignIn;
    const isPending = typeof checks === 'string' && typeof returnTo === 'string' && Number.isFinite(startedMs);
    return isPending ? { checks, returnTo, startedMs } : null;
  } catch {
    return null;
  }
}
