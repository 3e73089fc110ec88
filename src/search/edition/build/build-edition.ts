// Builds an edition from the documents of a catalog. Keeps growing typed columns, no object per document; needs roughly 130 bytes of
// memory a person for the time of building.

import type { TitleRole } from '../../../contract/documents.ts';
import { EditionFileWriter } from '../edition-file.ts';
import { TermWriter } from '../terms/term-writer.ts';
import { writeCompanies } from './company-writer.ts';
import type { EditionInput } from './edition-input.ts';
import { type RoleOfTitle, writeJobs } from './job-writer.ts';
import { writePeople } from './person-writer.ts';

/** How an edition is laid out. */
export interface BuildOptions {
  /** Binary logarithm of the documents of a block, 5 to 16; smaller ones than 16 serve tests. */
  readonly blockBits?: number;
  /** Level and function of the titles of openings; none by default. */
  readonly roleOf?: RoleOfTitle;
}

const NO_ROLE: TitleRole = { level: null, function: null };

/** The whole edition, ready to be opened or stored. The same input in the same order gives the same bytes. */
export function buildEdition(
  input: EditionInput,
  { blockBits = 16, roleOf = () => NO_ROLE }: BuildOptions = {},
): SharedArrayBuffer {
  const draft = { file: new EditionFileWriter(), terms: new TermWriter(blockBits) };
  const companies = writeCompanies(input.companies, draft);
  const jobs = writeJobs(input.jobs, { companies, roleOf }, draft);
  const { people, positions } = writePeople(input.people, companies, draft);
  draft.terms.finish(draft.file);
  const { generation, hiddenGeneration } = input.state;
  return draft.file.finish({
    generation,
    hiddenGeneration,
    blockBits,
    counts: { companies: companies.count, people, positions, jobs },
  });
}
