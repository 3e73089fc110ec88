// The cookie of a session. On https it is `__Host-cardfile-session`, which no other host and no plain http can set or
// read. On http, which is served on loopback addresses only, it is `cardfile-session` without Secure, because some
// browsers store no Secure cookie there.
import type { FastifyReply, FastifyRequest } from 'fastify';

const SECURE_NAME = '__Host-cardfile-session';
const LOOPBACK_NAME = 'cardfile-session';

const nameOf = (origin: string) => (origin.startsWith('https:') ? SECURE_NAME : LOOPBACK_NAME);

const TOKEN = /^[\w-]{43}$/;

/** The token in the browser's cookie; null if there is none. If the cookie occurs twice, the first one is used. */
export function tokenOf(request: FastifyRequest, origin: string): string | null {
  const token = request.cookies[nameOf(origin)];
  return token !== undefined && TOKEN.test(token) ? token : null;
}

/** Sets the token as a session cookie of the browser; the server decides when the session ends. */
export function setToken(reply: FastifyReply, origin: string, token: string): void {
  reply.setCookie(nameOf(origin), token, attributesOf(origin));
}

/** Removes the token from the browser. */
export function clearToken(reply: FastifyReply, origin: string): void {
  reply.clearCookie(nameOf(origin), attributesOf(origin));
}

function attributesOf(origin: string) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: origin.startsWith('https:') } as const;
}
