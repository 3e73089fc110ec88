// Reads answers of searches: records as slugs, job rows as lines, and a whole list by its cursors.
import { expect } from 'vitest';
import type { Operation } from '../../src/contract/endpoints/endpoints.ts';
import type { Reply, TestService } from './service.ts';

/** The slug of a profile URL. */
export const slugOf = (url: string) => decodeURIComponent(url.split('/').at(-1) ?? '');

type Row = Readonly<Record<string, unknown>> & { readonly network_url: string };
type JobRow = {
  readonly company: Row;
  readonly title: string;
  readonly source: string;
  readonly open_positions: number;
};

/** The slugs of the records of a page. */
export function slugsOf(reply: Reply): string[] {
  expect(reply.status, JSON.stringify(reply.body).slice(0, 500)).toBe(200);
  expect(reply.body.results_length).toBe(reply.body.results.length);
  return (reply.body.results as Row[]).map((row) => slugOf(row.network_url));
}

/** Job rows of a page as `company|title|source|count`. */
export function jobRowsOf(reply: Reply): string[] {
  expect(reply.status, JSON.stringify(reply.body).slice(0, 500)).toBe(200);
  expect(reply.body.results_length).toBe(reply.body.results.length);
  return (reply.body.results as JobRow[]).map(
    ({ company, title, source, open_positions }) =>
      `${slugOf(company.network_url)}|${title}|${source}|${open_positions}`,
  );
}

export interface Walk {
  readonly operation: Operation;
  readonly body: Readonly<Record<string, unknown>>;
  /** `max_results` of the pages in order; the last one applies to all further pages. */
  readonly sizes: readonly number[];
  readonly read: (reply: Reply) => string[];
  /** Runs between two pages. */
  readonly between?: (pageNumber: number) => Promise<void>;
}

/** All pages of a search. Every page except the last is full, and only the last has no cursor. */
export async function walk(service: TestService, { operation, body, sizes, read, between }: Walk): Promise<string[]> {
  const all: string[] = [];
  let cursor: string | null = null;
  for (let number = 1; number === 1 || cursor !== null; number++) {
    const max_results = sizes[Math.min(number, sizes.length) - 1];
    const reply: Reply = await service.call(operation, {
      ...body,
      max_results,
      ...(cursor === null ? {} : { cursor }),
    });
    const rows = read(reply);
    cursor = reply.body.cursor;
    if (cursor === null) expect(rows.length, 'rows of the last page').toBeGreaterThan(0);
    else expect(rows.length, 'rows of a page that is not the last').toBe(max_results);
    all.push(...rows);
    if (cursor !== null) await between?.(number);
  }
  return all;
}

/** A 422 as `path -> suggestion` of each error; the message names the first path. */
export function faultsOf(reply: Reply): [path: string, suggestion: string | null][] {
  expect(reply.status, JSON.stringify(reply.body).slice(0, 500)).toBe(422);
  const { code, message, details } = reply.body.error;
  expect(code).toBe('INVALID_INPUT');
  const faults = details as { path: string; message: string; suggestion: string | null }[];
  for (const fault of faults) expect(fault.message).not.toBe('');
  expect(message).toContain(faults[0]?.path);
  expect(message).toContain(faults[0]?.message);
  return faults.map(({ path, suggestion }) => [path, suggestion]);
}
