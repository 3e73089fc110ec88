// Labelled companies of public sets, in a folder that is not part of this repository (bench/QUALITY.md names the sets).
// The identifier that proves a pair is hidden from the matcher: the ISIN of listings, and the domain of companies that
// are in two sets.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseDomain, siteOf } from '../../src/identity/domain.ts';
import { sniffFormat } from '../../src/import/read/format.ts';
import { readRows } from '../../src/import/read/read-rows.ts';
import { openSource } from '../../src/import/read/source.ts';
import { type Half, halfOf, type TruthPair, type TruthRow, type TruthSet } from './truth.ts';

type Cells = Readonly<Record<string, string>>;

async function cellsOf(file: string): Promise<Cells[]> {
  const source = await openSource(file, null);
  const rows: Cells[] = [];
  let headers: readonly string[] | null = null;
  for await (const { cells } of readRows(source, sniffFormat(file, source.head))) {
    if (headers === null) headers = cells ?? [];
    else rows.push(Object.fromEntries(headers.map((header, index) => [header, cells?.[index] ?? ''])));
  }
  return rows;
}

export interface PublicSets {
  readonly listings: TruthSet;
  readonly crossed: TruthSet;
}

/** Null, with a warning, if the folder is missing. */
export async function publicCompanies(folder: string | undefined, half: Half): Promise<PublicSets | null> {
  if (folder === undefined || !existsSync(join(folder, 'listed-companies/lse.csv'))) {
    console.warn('SKIPPED: the public sets, as CARDFILE_QUALITY_DATA does not name their folder');
    return null;
  }
  const listings = [
    ...(await cellsOf(join(folder, 'listed-companies/lse.csv'))),
    ...(await cellsOf(join(folder, 'listed-companies/par.csv'))),
  ];
  const large = await cellsOf(join(folder, 'large-companies/companies.csv'));
  const members = await cellsOf(join(folder, 'foundation-members/members.csv'));
  return { listings: listedPairs(listings, half), crossed: crossedPairs({ large, members, listings }, half) };
}

const hq = ({ country = '', city = '' }: Cells) => ({ hq: { city: city || null, country_code: country || null } });

function listedPairs(listings: readonly Cells[], half: Half): TruthSet {
  const rows: TruthRow[] = [];
  const seen = new Set<string>();
  for (const [index, cells] of listings.entries()) {
    const { name = '', isin = '', website = '' } = cells;
    const values = { name, website: website || null, ...hq(cells) };
    const key = isin + JSON.stringify(values);
    if (name === '' || isin === '' || halfOf(isin) !== half || seen.has(key)) continue;
    seen.add(key);
    rows.push({ id: `listing ${index}`, entity: isin, file: index % 2 === 0 ? 'first' : 'second', values });
  }
  return { rows, pairs: pairsOf('listings of one ISIN', rows) };
}

interface Sets {
  readonly large: readonly Cells[];
  readonly members: readonly Cells[];
  readonly listings: readonly Cells[];
}

/** Companies that are alone on their domain in each of two sets; the second row has no website. */
function crossedPairs({ large, members, listings }: Sets, half: Half): TruthSet {
  const named = [
    large.map((cells) => ({ name: cells['name'] ?? '', website: cells['web'] ?? '', cells })),
    members.map((cells) => ({ name: cells['Name'] ?? '', website: cells['Website'] ?? '', cells })),
    listings.map((cells) => ({ name: cells['name'] ?? '', website: cells['website'] ?? '', cells })),
  ];
  const bySite = named.map((set) => {
    const sites = Map.groupBy(set, ({ website }) => {
      const domain = parseDomain(website);
      return domain === null ? '' : siteOf(domain);
    });
    return new Map(
      [...sites].flatMap(([site, [only, ...others]]) => (only && others.length === 0 ? [[site, only]] : [])),
    );
  });
  const rows: TruthRow[] = [];
  for (const [set, sites] of bySite.entries()) {
    for (const [site, { name, website, cells }] of sites) {
      const isFirst = bySite.slice(0, set).every((earlier) => !earlier.has(site));
      const isCrossed = bySite.some((other, index) => index !== set && other.has(site));
      if (site === '' || !isCrossed || halfOf(site) !== half) continue;
      const values = { name, website: isFirst ? website : null, ...hq(cells) };
      rows.push({ id: `set ${set} ${site}`, entity: site, file: isFirst ? 'first' : 'second', values });
    }
  }
  return { rows, pairs: pairsOf('in two sets, site known once', rows) };
}

function pairsOf(kind: string, rows: readonly TruthRow[]): TruthPair[] {
  return [...Map.groupBy(rows, ({ entity }) => entity).values()].flatMap((ofOne) =>
    ofOne.flatMap((a, index) => ofOne.slice(index + 1).map((b) => ({ kind, isSame: true, a: a.id, b: b.id }))),
  );
}
