// The cookie of a session. On https it is `__Host-cardfile-session`, which no other host and no plain http can set or read. On http, which
// is served on this machine's own addresses only, it is `cardfile-session` without Secure: not every browser keeps a Secure cookie there.
import type { FastifyReply, FastifyRequest } from 'fastify';

const SECURE_NAME = '__Host-cardfile-session';
const LOOPBACK_NAME = 'cardfile-session';

const nameOf = (origin: string) => (origin.startsWith('https:') ? SECURE_NAME : LOOPBACK_NAME);

const TOKEN = /^[\w-]{43}$/;

/** The token that the browser shows; null where it shows none. Of a doubled cookie the first counts. */
export function tokenOf(request: FastifyRequest, origin: string): string | null {
  const token = request.cookies[nameOf(origin)];
  return token !== undefined && TOKEN.test(token) ? token : null;
}

/** Hands the token to the browser until it is closed; the server decides when the session ends. */
export function setToken(reply: FastifyReply, origin: string, token: string): void {
  reply.setCookie(nameOf(origin), token, attributesOf(origin));
}

/** Has the browser forget the token. */
export function clearToken(reply: FastifyReply, origin: string): void {
  reply.clearCookie(nameOf(origin), attributesOf(origin));
}

function attributesOf(origin: string) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: origin.startsWith('https:') } as const;
}
