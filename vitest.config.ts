import { defineConfig } from 'vitest/config';

const reportFile = process.env['CARDFILE_TEST_REPORT'];

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'dashboard/src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    // On a machine that others share, timers can be late; a fault shows at every try.
    retry: process.env['CI'] ? 2 : 0,
    reporters: reportFile ? ['default', ['json', { outputFile: reportFile }]] : ['default'],
  },
});
