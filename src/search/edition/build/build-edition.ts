// Builds an edition from the documents of a catalog. It uses growable typed columns instead of an object for each
// document, and needs about 130 bytes of memory for each person during the build.

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
