// Builds an edition from the documents of a catalog. It uses growable typed columns instead of an object for each
// document, and needs about 130 bytes of memory for each person during the build.
//
// The sections of an edition, by document of their space unless stated otherwise. edition-file.ts describes the file,
// edition-index.ts reads the sections, and the files in columns/ describe the kinds of columns.
//
//   companies.ids                packed: catalog ids
//   companies.employees          descending (with .starts): employees by which companies are ordered, plus 1; 0 unknown
//   companies.moved              packed: companies that are ordered by other employees than their own, ascending
//   companies.moved_employees    packed: their own employees, plus 1
//   people.ids                   packed: catalog ids of people, one for each position
//   people.company_starts        packed: the first position of each company, then the first without a company
//   people.unlinked_employers    packed: ids of employer names, for each position without a company; 0 none
//   people.repeats               packed: documents that are not the first of their person, ascending
//   people.previous              packed: for each repeat, the previous document of the person
//   people.main                  packed: for each repeat, 1 if it is the main position, else 0
//   people.roles                 packed: role numbers
//   people.shared                packed, in parts only: documents of people who are in other parts too, ascending
//   jobs.company_starts          packed: the first job row of each company, then the number of job rows
//   jobs.ids, jobs.openings      packed: catalog ids, open positions
//   jobs.sources                 packed: numbers of sources, from 1; jobs.source_names is the pool of their names
//   openings.*                   see opening-rows.ts
//   terms                        pool: the terms of all fields, each after the letter of its field; sorted
//   terms.places                 packed: for each term, the word in `postings` at which its posting list begins
//   postings                     see terms/write-postings.ts
//
// The sections of a field depend on its kind. The columns of job_title, job_level and job_function are by role.
//
//   closed value   <field>.codes           packed: the rank of the value among the terms of the field, plus 1; 0 none
//   number         <field>.numbers         sliced: the number plus 1; 0 unknown
//   title          <field>.texts           packed: the number of the title, from 1; 0 none
//                  <field>.display         pool: the titles by number
//                  <field>.hashes          words: the textHash of each title
//   own text       <field>.orders          frequent: word orders (columns/word-order.ts)
//                  <field>.hashes          words: the textHash of each irregular text, in document order
//                  <field>.hashes_before   packed: the number of these hashes before document 0, 256, 512 and so on
//   other text     terms only
//
// A pool is two sections: <name>.bytes has the texts in UTF-8, <name>.starts their offsets, packed, then the last end.

import type { CompanyDocument, TitleRole } from '../../../contract/documents.ts';
import { EditionFileWriter } from '../edition-file.ts';
import { TermWriter } from '../terms/term-writer.ts';
import { writeCompanies } from './company-writer.ts';
import type { CompanyOrderKey, EditionInput } from './edition-input.ts';
import { type RoleOfTitle, writeJobs } from './job-writer.ts';
import { writePeople } from './person-writer.ts';

/** The layout of an edition. */
export interface BuildOptions {
  /** Binary logarithm of the number of documents in a block, 5 to 16; values below 16 are for tests. */
  readonly blockBits?: number;
  /** Classifies the titles of openings into level and function; none by default. */
  readonly roleOf?: RoleOfTitle;
  /** The values by which a company is ordered; its own values by default. */
  readonly orderKeyOf?: (company: CompanyDocument) => CompanyOrderKey;
  /** Whether a person, by id, also has documents in other parts. By default, no person has. */
  readonly isShared?: (personId: number) => boolean;
}

const NO_ROLE: TitleRole = { level: null, function: null };

/**
 * Builds the complete edition, ready to be opened or stored. Deterministic: the same input in the same order results in
 * the same bytes.
 */
export function buildEdition(
  input: EditionInput,
  { blockBits = 16, roleOf = () => NO_ROLE, orderKeyOf = (company) => company, isShared }: BuildOptions = {},
): SharedArrayBuffer {
  const draft = { file: new EditionFileWriter(), terms: new TermWriter(blockBits) };
  const companies = writeCompanies(input.companies, orderKeyOf, draft);
  const jobs = writeJobs(input.jobs, { companies, roleOf }, draft);
  const { people, positions } = writePeople(input.people, { companies, isShared }, draft);
  draft.terms.finish(draft.file);
  const { generation, hiddenGeneration } = input.state;
  return draft.file.finish({
    generation,
    hiddenGeneration,
    blockBits,
    counts: { companies: companies.count, people, positions, jobs },
  });
}
