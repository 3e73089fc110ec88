// The caches of rows and of the employers in them. They hold for one state of edition and catalog.
import type { CompanyView } from '../catalog/port.ts';
import { ClockCache } from './clock-cache.ts';

/** Rows by kind and document. */
export type RowMemory = ClockCache<number, Buffer>;

const MEMORY_BYTES_MAX = 64 * 1024 * 1024;
/** Estimated overhead of a cached row, in addition to its bytes. */
const ROW_OVERHEAD_BYTES = 200;
export function rowMemory(): RowMemory {
  return new ClockCache(MEMORY_BYTES_MAX, (row) => row.length + ROW_OVERHEAD_BYTES);
}

/** The part of an employer that appears as `company` in rows of people. */
export type Employer = Pick<CompanyView, 'slug' | 'employerJson'>;

/** By the id of the company: the largest employers are in many rows. */
export type EmployerMemory = ClockCache<number, Employer>;

const EMPLOYERS_LENGTH_MAX = 8 * 1024 * 1024;

export function employerMemory(): EmployerMemory {
  return new ClockCache(
    EMPLOYERS_LENGTH_MAX,
    ({ slug, employerJson }) => slug.length + employerJson.length + ROW_OVERHEAD_BYTES,
  );
}
