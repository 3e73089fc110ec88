// The preview of a record: a small page that a client shows in a frame.
import { ApiError, invalidAt } from '../contract/errors.ts';
import type { CallApi } from '../http/in-process-calls.ts';
import { parseNetworkUrl } from '../identity/network-url.ts';
import { RECORD_TYPES } from './record-types.ts';
import type { ServiceReply } from './service-reply.ts';

/** Pixels of the frame. */
export const PREVIEW_SIZE = { width: 430, height: 180 } as const;

interface Shown {
  readonly name?: string;
  readonly full_name?: string;
  readonly headline?: string | null;
  readonly domain?: string | null;
  readonly industry?: string | null;
  readonly employee_count?: number | null;
  readonly hq?: Place;
  readonly location?: Place;
}

type Place = Readonly<Record<'city' | 'country_name', string | null>>;

/** The page of a profile URL, for the price of a match. NOT_FOUND if no record has it. */
export async function preview(id: string, callApi: CallApi): Promise<ServiceReply> {
  const type = RECORD_TYPES.find(({ kind }) => parseNetworkUrl(id, kind));
  if (!type) {
    const message = 'must be the profile URL of a company or a person, as the id of a candidate is';
    throw invalidAt('id', message);
  }
  const reply = await callApi({ method: 'POST', path: type.matchPath, body: { network_url: id } });
  if (reply.status === 404) throw new ApiError('NOT_FOUND', 'no record has this profile URL');
  if (reply.status !== 200) return reply;
  const record = reply.body[type.kind] as Shown;
  return { status: 200, headers: { 'x-credits-used': reply.headers['x-credits-used'] }, body: pageOf(record) };
}

function pageOf(record: Shown): string {
  const { city, country_name } = record.hq ?? record.location ?? { city: null, country_name: null };
  const employees = record.employee_count ? `${record.employee_count.toLocaleString('en')} employees` : null;
  const lines = [
    record.headline,
    [record.domain, record.industry, employees].filter(Boolean).join(' · '),
    [city, country_name].filter(Boolean).join(', '),
  ].filter((line): line is string => Boolean(line));
  const name = escaped(record.name ?? record.full_name ?? '');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><style>
body{margin:12px;font:14px/1.5 system-ui,sans-serif;color:#1c2024}h1{margin:0 0 4px;font-size:16px}p{margin:0}
</style><h1>${name}</h1>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</html>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
