// Values of settings from their text; undefined for a text of another form.
import { isIP } from 'node:net';
import { listedValue } from '../contract/vocabularies/values.ts';
import { isDecodable } from '../ops/decodable.ts';

export function wholeNumber(min: number, max: number) {
  return (text: string) =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined;
}

export function countries(text: string): string[] | undefined {
  const codes = text.split(',').map((code) => listedValue('country', code.trim()));
  return codes.every((code) => code !== null) ? codes : undefined;
}

export function proxies(text: string): string[] | undefined {
  const given = text.split(',').map((proxy) => proxy.trim());
  return given.every(isProxy) ? given : undefined;
}

/** `loopback`, an address, or a network such as 10.0.0.0/8. */
function isProxy(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const family = isIP(address);
  const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return text === 'loopback' || (family !== 0 && isNetwork);
}

/** Origins as browsers send them; `*` stands alone. */
export function corsOrigins(text: string): string[] | undefined {
  const given = text.split(',').map((entry) => entry.trim());
  if (given.length === 1 && given[0] === '*') return ['*'];
  const origins = given.map((entry) => {
    const url = URL.parse(entry);
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
    return isOrigin ? url.origin : undefined;
  });
  return origins.every((entry) => entry !== undefined) ? origins : undefined;
}

/** An address of a site without a path. Plain http is for one's own machine. */
export function origin(text: string): string | undefined {
  const url = URL.parse(text);
  return url && isPrivate(url) && url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : undefined;
}

export function issuer(text: string): string | undefined {
  const url = URL.parse(text);
  return url && isPrivate(url) ? text : undefined;
}

function isPrivate({ protocol, hostname, username }: URL): boolean {
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return username === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback));
}

/** The end of the description of an address that has a password. */
export const PASSWORD_ESCAPES = '; in its password, % is written %25, @ %40 and / %2F';

/** The address of a service with its credentials; null if it is none, or if a percent sign begins no escape. */
export function serviceUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url !== null && isDecodable(url.username + url.password + url.pathname) ? url : null;
}

/** An address of a mail server. */
export function smtpUrl(text: string): string | undefined {
  const url = serviceUrl(text);
  return url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' ? text : undefined;
}

/** An e-mail address, with or without a name before it. */
export function mailAddress(text: string): string | undefined {
  return /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text) ? text : undefined;
}

/** An address of a PostgreSQL database. */
export function postgresUrl(text: string): string | undefined {
  const url = serviceUrl(text);
  return url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1 ? text : undefined;
}

const NODES_MAX = 64;

/** `2/3`: the second of three. */
export function nodeNumber(text: string): { number: number; of: number } | undefined {
  const [, number = 0, of = 0] = (/^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? []).map(Number);
  return number >= 1 && number <= of && of <= NODES_MAX ? { number, of } : undefined;
}

export function onOrOff(text: string): boolean | undefined {
  return { on: true, off: false, true: true, false: false }[text];
}

/** An address of a Valkey or Redis, whose protocol has the same name. */
export function redisUrl(text: string): string | undefined {
  const url = serviceUrl(text);
  return url && /^rediss?:$/.test(url.protocol) && url.hostname !== '' ? text : undefined;
}

/** Kubernetes sets CARDFILE_PORT to such a text in each pod, if a Service has the name `cardfile`. */
const SERVICE_LINK = /^tcp:\/\/\S+:\d+$/;

/** The text of a setting in the environment. */
export function textIn(environment: NodeJS.ProcessEnv, variable: string): string | undefined {
  const text = environment[variable];
  return variable === 'CARDFILE_PORT' && SERVICE_LINK.test(text ?? '') ? undefined : text;
}
