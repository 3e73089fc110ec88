// Reads the API key of a request from the header x-api-key or a bearer token.
import type { IncomingHttpHeaders } from 'node:http';
import { type ApiError, unauthorized } from '../contract/errors.ts';

const SCHEME = /^bearer(?: |$)/i;

/** The text of the key, which may be unknown; or an error that explains how to send one. */
export function givenKey({ 'x-api-key': header, authorization }: IncomingHttpHeaders): string | ApiError {
  const key = typeof header === 'string' && header !== '' ? header : null;
  const token = authorization !== undefined && SCHEME.test(authorization) ? tokenOf(authorization) : null;
  if (key !== null && token !== null && key !== token)
    return unauthorized('x-api-key and Authorization carry different keys; send one of the two headers');
  if (key !== null) return key;
  if (token === '') return unauthorized('the Authorization header has no key; send the API key after Bearer');
  if (token !== null) return token;
  return authorization === undefined
    ? unauthorized('the API key is missing; send it in the header x-api-key, or as Authorization: Bearer')
    : unauthorized('the Authorization header must use the scheme Bearer; or send the API key in x-api-key');
}

function tokenOf(authorization: string): string {
  return authorization.slice('bearer'.length).trim();
}
