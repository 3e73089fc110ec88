// Parts of a base on the disk: their sizes, their files, and the parts that a change replaces.
import { copyFile, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyDocument, PersonDocument } from '../src/contract/documents.ts';
import { atOnce } from '../src/ops/scheduling/work.ts';
import { stackOf } from '../src/search/edition/layers/layered-edition.ts';
import { type Base, openBase } from '../src/search/edition/layers/shared-base.ts';
import { buildParts, type PartsOutput } from '../src/search/edition/parts/build-parts.ts';
import { type PartPlan, planParts } from '../src/search/edition/parts/part-plan.ts';
import { PartRecords } from '../src/search/edition/parts/part-records.ts';
import { EditionStore } from '../src/search/edition/store/edition-store.ts';
import { fileNames } from '../src/search/edition/store/stored-manifest.ts';
import { type CatalogState, outlinesOf, partsInputOf } from './support/changing-catalog.ts';
import { expectAsBuiltWhole, PartsInMemory } from './support/parts-in-memory.ts';

const COMPANIES = 10;
const STAFF = 6;

function company(id: number): CompanyDocument {
  return {
    ...{ id, slug: `c-${id}`, employee_count: 100 - id, name: `Company ${id}`, industry: null, type: null },
    ...{ about: null, specialties: [], hq_country: null, hq_city: null, hq_state: null, founded_year: null },
    followers: null,
  };
}

function person(id: number, employers: readonly number[]): PersonDocument {
  return {
    ...{ id, slug: `p-${id}`, country: null, city: null, connections_count: id % 7, headline: null },
    ...{ full_name: `Person ${id}`, schools: [], skills: [], updated_day: null },
    positions: employers.map((employerId) => ({
      ...{
        employerId,
        companyId: null,
        job_title: 'Cook',
        job_level: null,
        job_function: null,
        title_confidence: null,
      },
    })),
  };
}

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

/** Companies with this many people each; the first person of each is also at the next company. */
function stateOf(): CatalogState {
  const companies = Array.from({ length: COMPANIES }, (_, index) => company(index + 1));
  const people = Array.from({ length: COMPANIES * STAFF }, (_, index) => {
    const employer = Math.floor(index / STAFF) + 1;
    return person(index + 1, index % STAFF === 0 && employer < COMPANIES ? [employer, employer + 1] : [employer]);
  });
  return { generation: 1, companies: byId(companies), people: byId(people), jobs: new Map(), links: new Map() };
}

/** People without an employer. */
function unlinkedState(count: number): CatalogState {
  const people = Array.from({ length: count }, (_, index) => person(index + 1, []));
  return { generation: 1, companies: new Map(), people: byId(people), jobs: new Map(), links: new Map() };
}

let folder: string;
let store: EditionStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardfile-parts-'));
  store = new EditionStore(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const DOCUMENTS_MAX = 30;

function write(state: CatalogState, plan: PartPlan) {
  return store.writeParts({ generation: state.generation, hiddenGeneration: 1 }, async (output) => {
    const counts = await buildParts(partsInputOf(state), { plan, blockBits: 5 }, output);
    return { plan, counts };
  });
}

const planOf = (state: CatalogState, former?: PartPlan) =>
  planParts(outlinesOf(state), { documentsMax: DOCUMENTS_MAX, ...(former ? { former } : {}) });

/** The state after a person was renamed. */
function renamed(state: CatalogState, id: number): CatalogState {
  const before = state.people.get(id) as PersonDocument;
  const people = new Map([...state.people, [id, { ...before, full_name: 'Changed' }]]);
  return { ...state, generation: state.generation + 1, people };
}

describe('the parts of a base', () => {
  test('have at most the planned documents, and the people of each employer are in one', async () => {
    const state = stateOf();
    await write(state, planOf(state));
    const base = await store.read();
    expect(base?.counts).toEqual({ companies: COMPANIES, people: 60, positions: 69, jobs: 0 });
    const { editions } = stackOf(base!);
    expect(editions.length).toBeGreaterThan(2);
    for (const { counts } of editions) expect(counts.companies + counts.positions).toBeLessThanOrEqual(DOCUMENTS_MAX);
    expect(editions.map(({ counts }) => counts.positions).reduce((sum, one) => sum + one, 0)).toBe(69);
    // A person in two parts is counted once.
    expect(editions.map(({ counts }) => counts.people).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(60);
    expect(atOnce(base!.count({ space: 'people', clauses: [] }))).toBe(60);
  });

  test('are even in number and of about equal size, regardless of the sizes of the employers', () => {
    for (const staff of [1, 3, 7, 11]) {
      const companies = Array.from({ length: 60 }, (_, index) => company(index + 1));
      const people = companies.flatMap(({ id }) =>
        Array.from({ length: staff + (id % 3) }, (_, nth) => person(100 * id + nth, [id])),
      );
      const state = { ...stateOf(), companies: byId(companies), people: byId(people) };
      const documentsMax = Math.round((companies.length + people.length) / 5);
      const plan = planParts(outlinesOf(state), { documentsMax });
      const records = new PartRecords({ plan });
      records.add(outlinesOf(state));
      const sizes = Array.from({ length: records.partCount }, (_, part) => {
        const { companies, people } = records.idsIn(part);
        return [...companies, ...people].length;
      });
      expect(sizes).toHaveLength(8);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(documentsMax);
      expect(Math.min(...sizes)).toBeGreaterThan(0.6 * Math.max(...sizes));
    }
  });

  test('leave no small part behind an employer that is larger than a part', () => {
    const companies = Array.from({ length: 31 }, (_, index) => company(index + 1));
    const people = companies.flatMap(({ id }) =>
      Array.from({ length: id === 1 ? 300 : 9 }, (_, nth) => person(1000 * id + nth, [id])),
    );
    const state = { ...stateOf(), companies: byId(companies), people: byId(people) };
    const { starts } = planParts(outlinesOf(state), { documentsMax: 150 });
    expect(starts.map((start) => 'company' in start && start.company.slug)).toEqual(['c-2', 'c-12', 'c-22']);
  });

  test('divide people without an employer, even if no person has one', async () => {
    const state = unlinkedState(150);
    const plan = planOf(state);
    await write(state, plan);
    const base = await store.read();
    const sizes = stackOf(base!).editions.map(({ counts }) => counts.people);
    expect(sizes.length).toBeGreaterThanOrEqual(5);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(DOCUMENTS_MAX);
    const { docs } = atOnce(base!.search({ space: 'people', clauses: [] }, { after: -1, limit: 200 }));
    const wanted = [...state.people.values()].sort(
      (left, right) =>
        Number(right.connections_count) - Number(left.connections_count) || (left.slug < right.slug ? -1 : 1),
    );
    expect(docs.map((doc) => base!.position(doc).personId)).toEqual(wanted.map(({ id }) => id));
  });

  test('keep their files while they stay the same, and another folder fetches the new ones only', async () => {
    const state = stateOf();
    const plan = planOf(state);
    const first = await write(state, plan);
    const other = new EditionStore(join(folder, 'of-a-node'));
    const fetched: string[] = [];
    const adopt = async () => {
      const id = String((await store.about())?.id);
      const stored = await store.filesOf(id);
      await other.adopt(String(stored?.manifest), async (name, path) => {
        fetched.push(name);
        await copyFile(join(folder, name), path);
      });
      expect((await other.read())?.id).toBe(id);
    };
    await adopt();
    expect(fetched).toHaveLength(2 * first.parts.length);
    fetched.length = 0;
    // The last person is at one company only, the last one.
    const changed = renamed(state, 60);
    const second = await write(changed, planOf(changed, plan));
    expect(second.id).not.toBe(first.id);
    expect(second.parts.slice(0, -1)).toEqual(first.parts.slice(0, -1));
    expect(second.parts.at(-1)?.id).not.toBe(first.parts.at(-1)?.id);
    await adopt();
    expect(fetched).toEqual([second.parts.at(-1)?.file, second.parts.at(-1)?.pack?.file]);
    expect((await store.read())?.generation).toBe(2);
  });

  test('keep their boundaries while none is too large', () => {
    const state = stateOf();
    const plan = planOf(state);
    expect(planOf(renamed(state, 3), plan)).toBe(plan);
    const crowd = Array.from({ length: DOCUMENTS_MAX }, (_, index) => person(100 + index, [4]));
    const people = new Map([...state.people, ...byId(crowd)]);
    expect(planOf({ ...state, people }, plan)).not.toEqual(plan);
  });

  test('of a build that ends early are removed by the next build, and the previous edition serves', async () => {
    const state = stateOf();
    const plan = planOf(state);
    const { id } = await write(state, plan);
    const changed = renamed(renamed(state, 1), 60);
    for (const isPack of [false, true]) {
      const building = store.writeParts({ generation: 3, hiddenGeneration: 1 }, async (output) => {
        const failing: PartsOutput = {
          part: (part, index, fill) => {
            const full = new Error('the disk is full');
            if (part === 0) return output.part(part, index, fill);
            if (!isPack) return Promise.reject(full);
            return output.part(part, index, () => {
              throw full;
            });
          },
        };
        const counts = await buildParts(partsInputOf(changed), { plan, blockBits: 5 }, failing);
        return { plan, counts };
      });
      await expect(building).rejects.toThrow('the disk is full');
      expect((await store.read())?.id).toBe(id);
    }
    const next = await write({ ...changed, generation: 4 }, plan);
    const names = next.parts.flatMap(({ file, pack }) => [file, String(pack?.file)]);
    // The indexes of the previous edition remain.
    const kept = (await readdir(folder)).filter((name) => !names.includes(name));
    expect(kept.filter((name) => !name.endsWith('.edition'))).toEqual(['current.json']);
    expect((await store.read())?.id).toBe(next.id);
  });

  test('are named with the reason if one is damaged', async () => {
    const state = stateOf();
    const { parts } = await write(state, planOf(state));
    await truncate(join(folder, String(parts[1]?.file)), 100);
    await expect(store.read()).rejects.toThrow(new RegExp(`${parts[1]?.file} cannot be used`));
    expect(await readdir(folder)).toHaveLength(2 * parts.length + 1);
  });
});

describe('parts that are brought up to date', () => {
  /** Parts of two employers each: 1 and 2, 3 and 4, ... */
  const plan = { starts: [3, 5, 7, 9].map((id) => ({ company: company(id) })) };
  const built = () => PartsInMemory.built(stateOf(), { blockBits: 5, documentsMax: DOCUMENTS_MAX, plan });
  const withPeople = (state: CatalogState, people: readonly PersonDocument[]): CatalogState => ({
    ...{ ...state, generation: state.generation + 1, people: byId(people) },
  });
  const keptOf = async (before: PartsInMemory, after: CatalogState) => {
    const { parts, kept } = await before.rebuilt(after);
    await expectAsBuiltWhole(parts);
    return { parts, kept };
  };

  test('are the parts with a changed person, or with the former or current position of a changed company', async () => {
    const before = await built();
    expect(before.parts).toHaveLength(5);
    expect((await keptOf(before, before.state)).kept).toEqual([0, 1, 2, 3, 4]);
    const changed = await keptOf(before, renamed(before.state, 60));
    expect(changed.kept).toEqual([0, 1, 2, 3, null]);
    const companies = new Map([...before.state.companies, [3, { ...company(3), employee_count: 92 }]]);
    const moved = await keptOf(before, { ...before.state, generation: 2, companies });
    expect(moved.kept).toEqual([0, null, 2, null, 4]);
    // The name of an employer now refers to another company.
    const linked = await keptOf(before, { ...before.state, generation: 2, links: new Map([[1, 9]]) });
    expect(linked.kept).toEqual([null, 1, 2, 3, null]);
  });

  test('are cut if they become too large, and joined if they become small, while the others stay', async () => {
    const before = await built();
    const crowd = Array.from({ length: DOCUMENTS_MAX }, (_, index) => person(100 + index, [5]));
    const cut = await keptOf(before, withPeople(before.state, [...before.state.people.values(), ...crowd]));
    expect(cut.kept).toEqual([0, 1, null, null, 3, 4]);
    const left = [...before.state.people.values()].filter(({ id }) => id > 6 * STAFF || id % STAFF === 2);
    const joined = await keptOf(cut.parts, withPeople(cut.parts.state, left));
    // The first person of company 6 was also at company 7.
    expect(joined.kept).toEqual([null, null, 5]);
    expect((await keptOf(joined.parts, before.state)).kept).toEqual([...Array(5).fill(null), 2]);
  });

  test('keep their files on the disk and their memory, and the others are replaced', async () => {
    const { state, parts } = await built();
    const first = await write(state, plan);
    const serving = await store.read();
    const { counts } = first;
    const second = await store.writeParts({ generation: 2, hiddenGeneration: 1 }, async (output) => {
      for (const part of [1, 2, 3, 4]) output.keep(part, part);
      await output.part(0, parts[1]?.buffer as SharedArrayBuffer, () => undefined);
      return { plan, counts };
    });
    expect(second.parts.slice(1)).toEqual(first.parts.slice(1));
    // The index of the previous edition remains.
    const files = [...new Set(['current.json', String(first.parts[0]?.file), ...fileNames(second)])];
    expect((await readdir(folder)).toSorted()).toEqual(files.toSorted());
    const next = await store.read();
    const buffersOf = (base: Base | null) => stackOf(base!).editions.map(({ buffer }) => buffer);
    for (const [part, buffer] of buffersOf(next).entries()) expect(buffer === buffersOf(serving)[part]).toBe(part > 0);
    const opened = openBase(next!.shared, serving);
    for (const [part, edition] of stackOf(opened).editions.entries())
      expect(edition === stackOf(serving!).editions[part]).toBe(part > 0);
  });
});
