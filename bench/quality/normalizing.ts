// The section on normalizing of the quality report: values as files write them, normalized like rows of an import.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { normalizeCompany } from '../../src/import/normalize/company.ts';
import { normalizePerson } from '../../src/import/normalize/person.ts';
import { isReject, type RawValues } from '../../src/import/normalize/scope.ts';

const FILE = join(import.meta.dirname, 'normalizing-cases.tsv');
const TODAY = '2026-03-15';

interface Case {
  readonly group: string;
  readonly values: string;
  readonly expected: unknown;
  readonly given: unknown;
}

function cases(): Case[] {
  const lines = readFileSync(FILE, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [group = '', kind = '', values = '{}', path = '', expected = 'null'] = line.split('\t');
      const scope = { values: JSON.parse(values) as RawValues, path: '', notes: { warn: () => {} } };
      const record =
        kind === 'company' ? normalizeCompany(scope, { today: TODAY }) : normalizePerson(scope, { today: TODAY });
      const given = isReject(record) ? 'rejected' : memberOf(record, path.split('.'));
      return { group, values, expected: JSON.parse(expected) as unknown, given };
    });
}

function memberOf(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || value === null || value === undefined) return value ?? null;
  return memberOf((value as Readonly<Record<string, unknown>>)[name], rest);
}

/** Whether each member that is expected of an object has its value. */
function isAsExpected({ given, expected }: Case): boolean {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
    return isDeepStrictEqual(given, expected);
  }
  return Object.entries(expected).every(([name, value]) => isDeepStrictEqual(memberOf(given, [name]), value));
}

/** The section as Markdown, without its heading. */
export function normalizingReport(): string {
  const groups = Map.groupBy(cases(), ({ group }) => group);
  const rows = [...groups].map(([group, ofGroup]) => {
    const wrong = ofGroup.filter((each) => !isAsExpected(each));
    const shown = wrong.map(({ values, given }) => `\`${values}\`: ${JSON.stringify(given)}`).join('; ');
    return `| ${group} | ${ofGroup.length - wrong.length} of ${ofGroup.length} | ${shown.replaceAll('|', '\\|')} |`;
  });
  return [
    'Values as files write them (`bench/quality/normalizing-cases.tsv`), normalized like a row of an import. The author of the rules chose most of them.',
    '',
    '| values | right | wrong |',
    '|---|---:|---|',
    ...rows,
  ].join('\n');
}
