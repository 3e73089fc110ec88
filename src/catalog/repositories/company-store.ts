// The tables of companies, as a RecordRepository writes them, and the employers linked to companies.
import type { CompanyRecord } from '../../contract/import-records.ts';
import { companyNameKey } from '../../identity/company-names/company-name.ts';
import { siteOf } from '../../identity/domain.ts';
import {
  areLinkedCompanies,
  COMPANY_LOOKUP_TRAITS,
  type CompanyKind,
  type CompanyState,
  companyRowKey,
  companyRules,
  evidenceOfCompanies,
} from '../matching/company-rules.ts';
import type { FoundCompany } from '../matching/lookups.ts';
import { COMPANY_LIMITS } from '../matching/score-companies.ts';
import type { Origin } from '../matching/source-row.ts';
import { identitiesOfCompany } from '../matching/suppressed-identities.ts';
import { companyDetail } from '../matching/verdict-keys.ts';
import { furtherKeys, nameBlocks } from '../name-blocks.ts';
import { CompanyTable } from '../tables/company-table.ts';
import type { Employers } from '../tables/employers.ts';
import type { Generations } from '../tables/generations.ts';
import type { JobRows } from '../tables/job-rows.ts';
import type { Sql } from '../tables/sql.ts';
import type { SuppressionList } from '../tables/suppression-list.ts';
import type { UndoLog } from '../tables/undo-log.ts';
import type { MergeRules } from '../writer-port.ts';
import { CompanySlugs } from './company-slugs.ts';
import { EmployerLinks, keysOfCompanies } from './employer-links.ts';
import type { KindStore } from './kind-store.ts';

interface Collaborators {
  readonly merge: MergeRules;
  readonly employers: Employers;
  readonly jobRows: JobRows;
  readonly suppressions: SuppressionList;
  readonly generations: Generations;
  readonly undoLog: UndoLog;
}

export function companyStore(sql: Sql, collaborators: Collaborators): KindStore<CompanyKind> & Sites {
  const table = new CompanyTable(sql);
  const { merge, employers, jobRows, suppressions, generations, undoLog } = collaborators;
  const links = new EmployerLinks({ table, employers, jobRows, generations });
  const slugs = new CompanySlugs({ table, links, generations, undoLog });
  const save = (former: readonly FoundCompany[], { record, slug, displaced }: CompanyState, placed: Placed) => {
    const [survivor, ...absorbed] = former;
    const renamed = displaced === null ? [] : [displaced.company];
    slugs.noteLost([...(survivor && record.network_url !== null ? [survivor] : []), ...absorbed, ...renamed]);
    if (displaced !== null) table.changeSlug(displaced.company, displaced.slug);
    const id = table.save({ record, slug, former, ...placed });
    // If companies on one domain are equally large, the slug decides.
    const records = [record, ...[...former, ...renamed].map((each) => each.record)];
    links.relink({ records, former: [...former] });
    return id;
  };
  return {
    kind: 'company',
    counted: 'companies',
    traits: COMPANY_LOOKUP_TRAITS,
    ownLookups: lookupsIn(table),
    rules: (lookups, isWaiting) => companyRules(lookups, isWaiting, merge.company),
    limits: COMPANY_LIMITS,
    verdictKeyOf: companyRowKey,
    detailOf: companyDetail,
    byVerdictKey: (key) => byVerdictKey(key, table),
    evidenceOf: evidenceOfCompanies,
    areLinked: areLinkedCompanies,
    isSuppressed: (incoming) => suppressions.hasCompany(incoming),
    isSuppressedNew: ({ record, slug }) =>
      suppressions.hasNew('company', slug, () => identitiesOfCompany(record, record.network_url === null)),
    byIds: (ids) => table.byId(ids),
    bySlugs: (slugs) => table.bySlug(slugs),
    byFormerSlug: () => null,
    prefetchRows: (records) => prefetch(records, { table, employers, jobRows }),
    prefetchStates: (states) => table.prefetch(states.map(({ record }) => record)),
    prefetch: () => undefined,
    recordOf: ({ record }) => record,
    storedOf: ({ record }) => record,
    add: (state, origin, formerId) => save([], state, { origin, formerId }),
    redirect: (ids, to) => table.redirect(ids, to),
    change: (former, state, origin) => save(former, state, { origin, formerId: null }),
    setOrigin: (id, origin) => table.setOrigin(id, origin),
    remove: (company) => {
      table.remove(company);
      links.relink({ records: [company.record], former: [company] });
    },
    eraseLogged: () => undefined,
    together: (write) => links.together(write),
    aliases: null,
    noteMovedRows: (rowKeys) => links.relink({ records: [], former: [], slugs: rowKeys }),
    slugsBefore: (runId) => slugs.before(runId),
    restoreSlugs: (runId) => slugs.restore(runId),
    displacedBy: ({ displaced }) => (displaced === null ? [] : [displaced.company.id]),
    keysOf: ({ former, rows, state: { record, slug, displaced } }) => ({
      bySlug: [slug, ...former.map((each) => each.slug), ...(displaced === null ? [] : [displaced.slug])],
      onSite: record.domains.map(siteOf),
      byName: [companyNameKey(record.name)],
      inBlock: [...nameBlocks(record), ...furtherKeys(record)],
      withRow: 'length' in rows ? rows.map(({ hash }) => hash) : [rows.hash],
      isFormerSlug: 'length' in rows ? rows.map(({ rowKey }) => rowKey) : [],
    }),
    records: () => table.records(),
    share: (sites) => table.share(sites),
    refresh: () => table.refresh(),
  };
}

function lookupsIn(table: CompanyTable): KindStore<CompanyKind>['ownLookups'] {
  return {
    withRow: (hashes) => table.withRow(hashes),
    onSite: (sites) => table.onSite(sites),
    isShared: (sites) => table.isShared(sites),
    isFormerSlug: (slugs) => table.areRowKeys(slugs),
    byName: (keys) => table.byMatchKey(keys),
    inBlock: (blocks) => table.inBlock(blocks),
  };
}

interface Placed {
  readonly origin: Origin | null;
  readonly formerId: number | null;
}

interface Prefetched extends Pick<Collaborators, 'employers' | 'jobRows'> {
  readonly table: CompanyTable;
}

function prefetch(records: readonly CompanyRecord[], { table, employers, jobRows }: Prefetched): void {
  table.prefetch(records);
  jobRows.prefetchEmployers(employers.prefetchLinks(keysOfCompanies(records)));
}

/** Finds companies by profile slug, or by name and site. */
function byVerdictKey(key: string, table: CompanyTable): readonly FoundCompany[] {
  const at = key.lastIndexOf('|');
  if (at !== -1) return table.byMatchKey([key.slice(0, at)]).flat();
  const [company] = table.bySlug([key]);
  return company ? [company] : [];
}

interface Sites {
  /**
   * Marks sites as shared by several differently named companies. From then on, a site matches only together with the
   * name.
   */
  share(sites: readonly string[]): void;
  /** The first step of a transaction: other processes may have written. */
  refresh(): void;
}
