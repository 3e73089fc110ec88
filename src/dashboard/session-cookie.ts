// The cookie of a session.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieAttributes, cookieName, type HostCookie } from './host-cookie.ts';

const SESSION: HostCookie = { name: 'cardfile-session', sameSite: 'strict' };

const TOKEN = /^[\w-]{43}$/;

/** The token in the browser's cookie; null if there is none. If the cookie occurs twice, the first one is used. */
export function tokenOf(request: FastifyRequest, origin: string): string | null {
  const token = request.cookies[cookieName(SESSION, origin)];
  return token !== undefined && TOKEN.test(token) ? token : null;
}

/** Sets the token as a session cookie of the browser; the server decides when the session ends. */
export function setToken(reply: FastifyReply, origin: string, token: string): void {
  reply.setCookie(cookieName(SESSION, origin), token, cookieAttributes(SESSION, origin));
}

/** Removes the token from the browser. */
export function clearToken(reply: FastifyReply, origin: string): void {
  reply.clearCookie(cookieName(SESSION, origin), cookieAttributes(SESSION, origin));
}
