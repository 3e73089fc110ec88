// Emoji and invisible characters in every text field of the three record kinds, in JSON and in tables.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCatalogWriter } from '../catalog/sqlite/open-catalog-writer.ts';
import { MERGE_RULES } from './merge.ts';
import { runImport } from './run-import.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cardfile-clean-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const dirty = (text: string) => `👩🏽‍🚀 ${text}1️⃣\u200b🏴\u{e0067}\u{e007f} \u2066❤️🇩🇪`;
const DEBRIS = /\p{Emoji_Presentation}|\u20e3|\ufe0f|[\u200b-\u200d\u2066\u2764]|[\u{e0000}-\u{e01ef}]/u;

const place = { city: dirty('Leeds'), country_code: 'GB' };
const ROWS = {
  companies: {
    name: dirty('Acme'),
    industry: dirty('Banking'),
    type: dirty('Public Company'),
    about: dirty('Ropes'),
    specialties: [dirty('Twine')],
    hq: { ...place, state: dirty('Yorkshire') },
  },
  people: {
    full_name: dirty('Ann Lee'),
    first_name: dirty('Ann'),
    last_name: dirty('Lee'),
    headline: dirty('Cooks'),
    about_me: dirty('Soups'),
    location: { ...place, state_code: dirty('YKS') },
    experiences: [
      { job_title: dirty('Cook'), company_name: dirty('Acme'), job_description: dirty('Stews'), job_location: place },
    ],
    education: [{ school_name: dirty('Leeds'), degree: dirty('BA') }],
    skills: [dirty('Knives')],
    certifications: [{ name: dirty('First aid'), authority: dirty('Cross') }],
    emails: [{ email: dirty('ann@acme.test ') }],
    phones: [{ phone: dirty('+1 202 555 0100 ') }],
  },
  jobs: { title: dirty('Cook'), company_name: dirty('Acme'), source: dirty('board'), location: place },
} as const;

async function recordsOf(kind: keyof typeof ROWS, name: string, content: string): Promise<string[]> {
  const file = join(folder, name);
  writeFileSync(file, content);
  const writer = openCatalogWriter({ file: join(folder, `${name}.db`), merge: MERGE_RULES });
  try {
    const report = await runImport({
      ...{ kind, files: [file], source: 'test', mapOptions: [], dryRun: false, reportFile: null, writer },
      ...{ clock: { now: () => Date.parse('2026-03-15') }, onMessage: () => {}, onProgress: () => {} },
    });
    expect(report).toMatchObject({ created: 1, warned: 0 });
    const records = [...writer.companyRecords(), ...writer.personRecords(), ...writer.openingRecords()];
    return records.map((record) => JSON.stringify(record));
  } finally {
    writer.close();
  }
}

it.each(['companies', 'people', 'jobs'] as const)(
  'imports %s from JSON without any part of an emoji in any field',
  async (kind) => {
    const [record = ''] = await recordsOf(kind, `${kind}.jsonl`, `${JSON.stringify(ROWS[kind])}\n`);
    expect(record).not.toMatch(DEBRIS);
    for (const [text] of JSON.stringify(ROWS[kind]).matchAll(
      /(?:Acme|Ropes|Twine|Soups|Knives|Stews|Cross|Leeds|Cook)\b/g,
    ))
      expect(record).toContain(text);
  },
);

it.each([
  ['companies', 'name,about,city', 'Acme,Ropes,Leeds'],
  ['people', 'full_name,job_title,company_name,headline', 'Ann Lee,Cook,Acme,Soups'],
  ['jobs', 'title,company_name,city', 'Cook,Acme,Leeds'],
] as const)('imports %s from tables without any part of an emoji in any field', async (kind, header, cells) => {
  const row = cells.split(',').map(dirty).join(',');
  const [record = ''] = await recordsOf(kind, `${kind}.csv`, `${header}\n${row}\n`);
  expect(record).not.toMatch(DEBRIS);
  for (const cell of cells.split(',')) expect(record).toContain(cell);
});
