/** The header Retry-After in milliseconds; it has seconds or a date (RFC 9110). 0 without the header. */
export function retryAfterMs(headers: Headers | undefined): number {
  const value = headers?.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? 0 : Math.max(time - Date.now(), 0);
}
