// Days and moments as the dashboard shows them, in time zones far from UTC.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FORMAT = join(import.meta.dirname, '../../dashboard/src/format.ts');

/** The result of an expression with format.ts in a time zone; the zone of a process is set at its start. */
function inZone(zone: string, expression: string): string {
  const script = `import * as format from ${JSON.stringify(FORMAT)}; console.log(${expression})`;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
  return execFileSync(process.execPath, flags, { env: { ...process.env, TZ: zone }, encoding: 'utf8' }).trim();
}

test('shows a day as the same day in every time zone, and a moment in the time zone of the reader', () => {
  for (const zone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati'])
    expect(inZone(zone, "format.formatDay('2026-04-30')")).toMatch(/30/);
  expect(inZone('Pacific/Pago_Pago', "format.formatDay('2026-04-30T02:00:00Z')")).toMatch(/29/);
});
