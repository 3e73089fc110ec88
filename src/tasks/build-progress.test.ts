import { expect, test } from 'vitest';
import type { RecordDocuments } from '../contract/documents.ts';
import { BuildProgress } from './build-progress.ts';

const PEOPLE = 4096;

/** People without members, as many in each pass. */
function documents(): RecordDocuments {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({ id: index + 1 })) as never[];
  const none = { all: [], samples: () => [] };
  return {
    ...{ companies: [], people, jobs: [], contacts: people, companyKeys: [] },
    bodies: { companies: none, people: { all: people, samples: () => [] }, jobs: none },
    outlines: () => ({ companies: [], people, jobs: [] }),
  };
}

function messagesOf(total: number | null, everyMs: number): string[] {
  const messages: string[] = [];
  const progress = new BuildProgress({ onMessage: (text) => void messages.push(text), total, everyMs });
  const read = progress.of(documents());
  for (const pass of [read.outlines().people, read.people, read.bodies.people.all, read.contacts])
    expect([...pass]).toHaveLength(PEOPLE);
  return messages;
}

test('a build says how much of all passes it has read, at most once in its interval', () => {
  const messages = messagesOf(4 * PEOPLE, 0);
  expect(messages).toHaveLength(16);
  expect(messages.at(0)).toBe('Building the search index: 6%.');
  expect(messages.at(7)).toBe('Building the search index: 50%.');
  // It is complete when the edition is written.
  expect(messages.at(-1)).toBe('Building the search index: 99%.');
  expect(messagesOf(4 * PEOPLE, 60_000)).toEqual([]);
});

test('without a total a build says how many records it has read', () => {
  expect(messagesOf(null, 0).at(-1)).toBe('Building the search index: 16,384 records of people read.');
});
