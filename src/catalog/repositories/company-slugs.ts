// The generated slugs of companies that were replaced. The undo of an import, or the split of merged companies,
// restores them.
import type { FoundCompany } from '../matching/lookups.ts';
import { slugsToRestore } from '../matching/slugs-to-restore.ts';
import type { CompanyTable } from '../tables/company-table.ts';
import type { Generations } from '../tables/generations.ts';
import type { StateBefore, UndoLog } from '../tables/undo-log.ts';
import type { EmployerLinks } from './employer-links.ts';

interface Collaborators {
  readonly table: CompanyTable;
  readonly links: EmployerLinks;
  readonly generations: Generations;
  readonly undoLog: UndoLog;
}

export class CompanySlugs {
  readonly #with: Collaborators;

  constructor(collaborators: Collaborators) {
    this.#with = collaborators;
  }

  /** Logs the generated slugs of companies before these lose them. */
  noteLost(companies: readonly FoundCompany[]): void {
    for (const { id, slug, hasGeneratedSlug } of companies)
      if (hasGeneratedSlug) this.#with.undoLog.keep('company slug', [id], slug);
  }

  /** The generated slugs of companies before a run, by id. */
  before(runId: number): Map<number, string> {
    return byId(this.#with.undoLog.of(runId, 'company slug'));
  }

  /** Restores the slugs that companies had before a run, where they are free. */
  restore(runId: number): void {
    const { table, links, generations, undoLog } = this.#with;
    const slugs = byId(undoLog.take(runId, 'company slug'));
    const companies = table.byId([...slugs.keys()]).filter((each) => each?.hasGeneratedSlug === true) as FoundCompany[];
    const wanted = companies
      .map((company) => ({ ...company, before: slugs.get(company.id) ?? company.slug }))
      .filter(({ slug, before }) => slug !== before);
    const isFormer = table.areRowKeys(wanted.map(({ before }) => before));
    const restored = slugsToRestore(
      wanted.filter((_, index) => isFormer[index] === false),
      (slug) => table.bySlug([slug])[0]?.id ?? null,
    );
    // Companies may exchange slugs, so each first gets a temporary slug. No real slug contains a line break.
    for (const company of restored) table.changeSlug(company, `${company.before}\n`);
    for (const company of restored) table.changeSlug(company, company.before);
    if (restored.length > 0) links.relink({ records: restored.map(({ record }) => record), former: [] });
    for (const { id } of restored) generations.markRecord('company', id);
  }
}

function byId(states: readonly StateBefore[]): Map<number, string> {
  return new Map(states.map(({ key: [id], state }) => [Number(id), state ?? '']));
}
