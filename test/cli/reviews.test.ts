// cardfile review and merge: a decision is printed, holds for later imports, and moves to another data folder.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runHere } from '../support/command.ts';
import { succeed } from '../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'cardfile-reviews-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'companies.csv');
writeFileSync(file, 'name,city,country\nHotel Central,Leeds,GB\nHotel Central,,GB\nHotel Central,Bath,GB\n');
const decisions = join(folder, 'decisions.jsonl');

function cardfile(data: string) {
  const at = ['--data', join(folder, data)];
  return {
    run: (...args: string[]) => runHere(...args, ...at),
    jsonOf: async (...args: string[]) => JSON.parse(await succeed(...args, '--json', ...at)),
  };
}

it('decides on possible duplicates', async () => {
  const one = cardfile('one');
  await one.jsonOf('import', 'companies', file, '--source', 'crm', '--no-index');
  const { total, reviews } = await one.jsonOf('review', 'list');
  expect([total, reviews.length]).toEqual([2, 2]);
  const shown = await one.run('review', 'list', '--limit', '1');
  expect(shown.stdout).toMatch(/Hotel Central \(hotel-central\).*same name, of common words \+4, same country \+1/);
  expect(shown.stderr).toContain('1 of 2 open reviews');
  const [rejected] = await one.jsonOf('review', 'reject', String(reviews[1].id), '--no-index');
  expect(rejected).toMatchObject({ id: reviews[1].id, kind: 'company' });
  const [accepted] = await one.jsonOf('review', 'accept', String(reviews[0].id), '--no-index');
  expect(accepted).toMatchObject({ kind: 'company', stays: 'hotel-central' });
  expect(await one.jsonOf('review', 'list')).toEqual({ total: 0, reviews: [] });
  const again = await one.run('review', 'accept', String(reviews[0].id), '--no-index');
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('there is no open review')]);
  const explained = await one.run('explain', 'company', 'hotel-central');
  expect(explained.stdout).toMatch(/evidence for each row[\s\S]*same name, of common words \+4/);
});

it('decides on the open ones of several reviews, shows the decisions, and names the others', async () => {
  const three = cardfile('three');
  await three.jsonOf('import', 'companies', file, '--source', 'crm', '--no-index');
  const { reviews } = await three.jsonOf('review', 'list');
  const [first, second] = reviews.map(({ id }: { id: number }) => String(id));
  const rejected = await three.run('review', 'reject', second, '998', second, '999', '--json');
  expect([rejected.code, JSON.parse(rejected.stdout)]).toMatchObject([1, [{ id: Number(second) }]]);
  const message = expect.stringContaining('there is no open review 998, 999');
  expect(JSON.parse(rejected.stderr)).toEqual({ error: { code: 'NOT_FOUND', message } });
  const accepted = await three.run('review', 'accept', '998', first);
  expect(accepted).toMatchObject({ code: 1, stdout: expect.stringMatching(/company +hotel-central/) });
  expect(accepted.stderr).toMatch(/Building a new edition[\s\S]*error: there is no open review 998;/);
});

it('transfers decisions to another data folder', async () => {
  const [one, two] = [cardfile('one'), cardfile('two')];
  const written = await one.jsonOf('review', 'export', '--out', decisions);
  const lines = readFileSync(decisions, 'utf8').trim().split('\n');
  expect(written).toEqual({ file: decisions, decisions: lines.length });
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    ...{ kind: 'company', is_same: expect.any(Boolean), at: expect.any(String) },
    keys: [expect.any(String), expect.any(String)],
  });
  expect(await two.jsonOf('review', 'import', decisions)).toEqual({ added: lines.length, merged: 0 });
  const missing = join(folder, 'missing', 'decisions.jsonl');
  const unread = await two.run('review', 'import', missing);
  expect([unread.code, unread.stderr]).toEqual([
    1,
    expect.stringMatching(/jsonl: there is no such file .*Check the path/),
  ]);
  const unwritten = await two.run('review', 'export', '--out', missing);
  expect([unwritten.code, unwritten.stderr]).toEqual([
    1,
    expect.stringMatching(/jsonl: there is no such file .*Check the path/),
  ]);
  writeFileSync(join(folder, 'wrong.jsonl'), '{"kind":"company"}\n');
  const wrong = await two.run('review', 'import', join(folder, 'wrong.jsonl'));
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('wrong.jsonl: line 1 is not a decision')]);
});

it('merges two records by hand, once', async () => {
  const one = cardfile('one');
  const { stdout } = await one.run('merge', 'company', 'hotel-central-3', 'hotel-central', '--no-index', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ stays: 'hotel-central' });
  const same = await one.run('merge', 'company', 'hotel-central', 'hotel-central', '--no-index');
  expect([same.code, same.stderr]).toEqual([1, expect.stringContaining('are one company already')]);
});
