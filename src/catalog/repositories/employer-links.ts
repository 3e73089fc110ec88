// Resolves the names of employers again when companies are written or removed, and updates the job rows of these names.
import type { CompanyRecord } from '../../contract/import-records.ts';
import { companyNameKey } from '../../identity/company-names/company-name.ts';
import type { FoundCompany } from '../matching/lookups.ts';
import type { CompanyTable } from '../tables/company-table.ts';
import type { CompanyKeys, Employers } from '../tables/employers.ts';
import type { Generations } from '../tables/generations.ts';
import type { JobRows } from '../tables/job-rows.ts';

/** Companies that were written or removed. */
interface Changes {
  /** The companies before and after the change. */
  readonly records: readonly CompanyRecord[];
  /** The companies before the change. */
  readonly former: readonly FoundCompany[];
  /** Further slugs that may now refer to other companies. */
  readonly slugs?: readonly string[];
}

interface Collaborators {
  readonly table: CompanyTable;
  readonly employers: Employers;
  readonly jobRows: JobRows;
  readonly generations: Generations;
}

export class EmployerLinks {
  readonly #with: Collaborators;
  /** The changes of one call of `together`. */
  #gathered: Changes[] | null = null;

  constructor(collaborators: Collaborators) {
    this.#with = collaborators;
  }

  /** Resolves the names of these companies; within `together`, at its end. */
  relink(changes: Changes): void {
    if (this.#gathered === null) this.#relink([changes]);
    else this.#gathered.push(changes);
  }

  /** Executes writes, and resolves the names of all their companies after the last write. */
  together(write: () => void): void {
    const gathered: Changes[] = [];
    this.#gathered = gathered;
    try {
      write();
    } finally {
      this.#gathered = null;
    }
    this.#relink(gathered);
  }

  #relink(changes: readonly Changes[]): void {
    const { table, employers, jobRows, generations } = this.#with;
    // The state of each company before its first change.
    const former = changes.flatMap((each) => each.former).toReversed();
    const hiddenBefore = new Map(former.map(({ id, isHidden }) => [id, isHidden]));
    const ofRecords = keysOfCompanies(changes.flatMap(({ records }) => records));
    const keys = { ...ofRecords, slugs: ofRecords.slugs.union(new Set(changes.flatMap(({ slugs = [] }) => slugs))) };
    employers.prefetchLinks(keys);
    const relinks = employers.relink(keys);
    jobRows.prefetchEmployers(relinks.map(({ employerId }) => employerId));
    table.prefetchVisible(relinks.flatMap(({ from, to }) => [from, to].filter((id) => id !== null)));
    for (const { employerId, from, to } of relinks) {
      jobRows.touchEmployer(employerId, from, to);
      const isHidden = from === null || (hiddenBefore.get(from) ?? !table.isVisible(from));
      const shownTo = to !== null && table.isVisible(to) ? to : null;
      generations.markEmployer({ employerId, from: isHidden ? null : from, to: shownTo });
    }
  }
}

/** The keys by which employers refer to companies. */
export function keysOfCompanies(records: readonly CompanyRecord[]): CompanyKeys & { readonly slugs: Set<string> } {
  return {
    slugs: new Set(records.flatMap((record) => record.network_url?.slug ?? [])),
    domains: new Set(records.flatMap((record) => record.domains)),
    matchKeys: new Set(records.map((record) => companyNameKey(record.name))),
  };
}
