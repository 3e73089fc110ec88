import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { makeTemporaryFolder } from './test/support/temporary-folder.ts';

const reportFile = process.env['CARDFILE_TEST_REPORT'];

const temporaryFolder = makeTemporaryFolder();
if (temporaryFolder !== null) process.env['TMPDIR'] = temporaryFolder;

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

const MODULE_TESTS = ['src', 'dashboard/src', 'test/endpoints', 'test/http'].map((folder) => `${folder}/**/*.test.ts`);

/** Those that replace a module, which other files share. */
const REPLACING_TESTS = ['src/serve/lost-at-start.test.ts', 'src/tasks/upgrade.test.ts', 'test/record-table.test.ts'];

const SETTINGS = { setupFiles: ['test/support/laws.ts'] };

/** Node loads the sources: as Vite rewrites them, they run a tenth slower, and modules can be replaced. */
const LOADED_BY_NODE = { ...SETTINGS, experimental: { viteModuleRunner: false }, isolate: false };

export default defineConfig({
  test: {
    globalSetup: ['test/support/temporary-folder.ts'],
    projects: [
      // The files of a worker share its loaded modules: loading them takes half a second to three.
      { test: { ...LOADED_BY_NODE, name: 'modules', include: MODULE_TESTS, exclude: REPLACING_TESTS } },
      {
        test: {
          ...LOADED_BY_NODE,
          name: 'programs',
          include: ['test/**/*.test.ts'],
          exclude: [...MODULE_TESTS.filter((files) => files.startsWith('test/')), ...REPLACING_TESTS],
          globalSetup: ['test/support/postgres-server.ts'],
        },
      },
      { test: { ...SETTINGS, name: 'replaced modules', include: REPLACING_TESTS } },
    ],
    // Tests of programs take up to five times as long on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A second, the default, is short for a page or a program on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // Threads and programs that tests start load the sources compiled, and resolve no symbolic links of their 1,200
    // modules: a tenth of the processor time of a start.
    env: {
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/cardfile'),
      NODE_OPTIONS: '--preserve-symlinks',
    },
    pool: 'forks',
    // More than processors: many tests wait for programs that they start.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // On a machine that others share, timers can be late; a fault shows at every try.
    retry: process.env['CI'] ? 2 : 0,
    reporters: reportFile ? ['default', ['json', { outputFile: reportFile }]] : ['default'],
  },
});
