import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const reportFile = process.env['CARDFILE_TEST_REPORT'];

/** The files that take longest, in this order: one that begins last would run alone. */
const LONGEST = [
  'schemathesis',
  'container',
  'simulation',
  'program',
  'hostile-files',
  'rounds',
  'nodes',
  'short-run',
  'fuzz',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'dashboard/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-server.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Threads and programs that tests start load the sources compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/cardfile') },
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // On a machine that others share, timers can be late; a fault shows at every try.
    retry: process.env['CI'] ? 2 : 0,
    reporters: reportFile ? ['default', ['json', { outputFile: reportFile }]] : ['default'],
  },
});
