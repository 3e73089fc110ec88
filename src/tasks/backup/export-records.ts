// Exports every record as JSON Lines in the import form.
import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openCatalogWriter } from '../../app/catalog-writers.ts';
import type { Config } from '../../app/config.ts';
import type { CatalogWriter } from '../../catalog/writer-port.ts';
import type { CompanyRecord, NetworkUrl, OpeningRecord, PersonRecord } from '../../contract/import-records.ts';
import { companyForm, openingForm, personForm } from '../../import/import-form.ts';
import { createPrivateFolder, removeCreated } from '../../ops/files/create-folder.ts';
import { syncPath } from '../../ops/files/durable-files.ts';
import { lockTarget } from '../../ops/files/target-lock.ts';
import { OperatorError } from '../../ops/operator-error.ts';
import { CATALOG } from './backup-form.ts';
import { PARTIAL, requireTargetFolder } from './target-folder.ts';

const COMPANIES = 'companies.jsonl';
const PEOPLE = 'people.jsonl';
const JOBS = 'jobs.jsonl';
const FILES: readonly string[] = [COMPANIES, PEOPLE, JOBS];
/** Records between two reports of progress. */
const STRETCH = 1000;
const PARTIAL_FILES = FILES.map((file) => `${file}${PARTIAL}`);

/** Reports the number of records written to a file so far. */
type OnProgress = (progress: { readonly file: string; readonly done: number }) => void;

/**
 * Writes companies.jsonl, people.jsonl and jobs.jsonl into a new or empty folder or, with `force`, over existing files.
 * The files get their names when all three are complete and durable.
 */
export async function exportRecords(
  config: Config,
  folder: string,
  force: boolean,
  onProgress: OnProgress = () => {},
): Promise<Record<string, number>> {
  const mayReplace = (name: string) => FILES.includes(name);
  const mayLie = (name: string) => PARTIAL_FILES.includes(name);
  requireTargetFolder({ folder, force, mayReplace, mayLie, remedy: 'choose a new folder for each export' });
  requireCatalog(config);
  const made = createPrivateFolder(folder);
  const release = lockTarget({ folder: resolve(folder), made });
  try {
    const writer = openCatalogWriter(config);
    try {
      return await writeFiles(writer, { folder, onProgress });
    } finally {
      writer.close();
    }
  } catch (error) {
    for (const file of PARTIAL_FILES) rmSync(join(folder, file), { force: true });
    release();
    removeCreated(made);
    throw error;
  } finally {
    release();
  }
}

/** Without a catalog, the export would be empty, and the data folder would be created: its name may be misspelled. */
function requireCatalog({ database, data }: Config): void {
  if (database !== null || statSync(join(data, CATALOG), { throwIfNoEntry: false }) !== undefined) return;
  throw new OperatorError(
    `the data folder ${data} has no records: there is nothing to export yet. Name another folder with --data or CARDFILE_DATA`,
  );
}

async function writeFiles(
  writer: CatalogWriter,
  to: { readonly folder: string; readonly onProgress: OnProgress },
): Promise<Record<string, number>> {
  const { folder } = to;
  const company = currentUrls(writer);
  const person = (record: PersonRecord) => personForm({ ...record, experiences: record.experiences.map(company) });
  const opening = (record: OpeningRecord) => openingForm(company(record));
  const counts = {
    companies: await writeLines(namedCompanies(writer), { file: COMPANIES, form: namedForm, ...to }),
    people: await writeLines(writer.personRecords(), { file: PEOPLE, form: person, ...to }),
    jobs: await writeLines(writer.openingRecords(), { file: JOBS, form: opening, ...to }),
  };
  for (const file of FILES) renameSync(join(folder, `${file}${PARTIAL}`), join(folder, file));
  await syncPath(folder);
  return counts;
}

interface OfCompany {
  readonly company_network_url: NetworkUrl | null;
}

/**
 * Positions and openings have the profile URL from their import. If that company was merged into another, an import of
 * the export would not find it. They are therefore written with the URL of the merged company.
 */
function currentUrls(writer: CatalogWriter): <Row extends OfCompany>(row: Row) => Row {
  const current = new Map(writer.formerCompanySlugs());
  return (row) => {
    const url = row.company_network_url;
    const slug = url === null ? undefined : current.get(url.slug);
    return slug === undefined ? row : { ...row, company_network_url: { host: url?.host ?? null, slug } };
  };
}

interface NamedCompany {
  readonly slug: string;
  readonly record: CompanyRecord;
}

function* namedCompanies(writer: CatalogWriter): Generator<NamedCompany> {
  const slugs = writer.companySlugs()[Symbol.iterator]();
  for (const record of writer.companyRecords()) yield { slug: slugs.next().value as string, record };
}

/** The identifier that commands accept for a record: its profile URL, or else its slug. */
const namedForm = ({ slug, record }: NamedCompany) =>
  record.network_url === null ? { slug, ...companyForm(record) } : companyForm(record);

interface Target<Record> {
  readonly file: string;
  readonly folder: string;
  readonly form: (record: Record) => unknown;
  readonly onProgress: OnProgress;
}

/** Returns the number of lines. */
async function writeLines<Record>(
  records: Iterable<Record>,
  { file, folder, form, onProgress }: Target<Record>,
): Promise<number> {
  let count = 0;
  function* lines() {
    for (const record of records) {
      count += 1;
      if (count % STRETCH === 0) onProgress({ file, done: count });
      yield `${JSON.stringify(form(record))}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(join(folder, `${file}${PARTIAL}`), { flush: true }));
  return count;
}
