import { afterEach, expect, test } from 'vitest';
import { Metrics, metricsText } from './metrics.ts';

const PATH = '/v2/search/people';
const opened: Metrics[] = [];
afterEach(() => {
  for (const metrics of opened.splice(0)) metrics.close();
});

function openMetrics(): Metrics {
  const metrics = new Metrics();
  opened.push(metrics);
  return metrics;
}

async function linesOf(...threads: Metrics[]): Promise<string[]> {
  return (await metricsText(await Promise.all(threads.map((one) => one.snapshot())))).split('\n');
}

const editionOf = (generation: number, people: number) => ({
  generation,
  counts: { people },
  memoryBytes: 64,
  fileBytes: 96,
  changedRecords: 3,
});

test('sums calls, credits and commits of all threads', async () => {
  const [one, other] = [openMetrics(), openMetrics()];
  one.observeCall({ path: PATH, status: 200, seconds: 0.004, credits: 1 });
  other.observeCall({ path: PATH, status: 200, seconds: 0.2, credits: 2 });
  other.observeCall({ path: PATH, status: 404, seconds: 0.004, credits: 0 });
  one.observeCommit({ writes: 3, seconds: 0.002, failed: false });
  other.observeCommit({ writes: 40, seconds: 0.3, failed: true });
  const lines = await linesOf(one, other);
  expect(lines).toEqual(
    expect.arrayContaining([
      `cardfile_requests_total{path="${PATH}",status="200"} 2`,
      `cardfile_requests_total{path="${PATH}",status="404"} 1`,
      `cardfile_request_seconds_bucket{le="0.005",path="${PATH}"} 2`,
      `cardfile_request_seconds_bucket{le="0.25",path="${PATH}"} 3`,
      `cardfile_request_seconds_count{path="${PATH}"} 3`,
      'cardfile_credits_charged_total 3',
      'cardfile_commit_writes_bucket{le="4"} 1',
      'cardfile_commit_writes_sum 43',
      'cardfile_commit_seconds_count 2',
      'cardfile_commit_failures_total 1',
    ]),
  );
});

test('reports the edition of the thread that is furthest behind', async () => {
  const [one, other] = [openMetrics(), openMetrics()];
  one.noteEdition(editionOf(7, 100));
  expect(await linesOf(one, other)).toContain('cardfile_edition_generation 0');
  other.noteEdition(editionOf(5, 90));
  expect(await linesOf(one, other)).toEqual(
    expect.arrayContaining([
      'cardfile_edition_generation 5',
      'cardfile_edition_documents{kind="people"} 100',
      'cardfile_edition_bytes 64',
      'cardfile_edition_file_bytes 96',
    ]),
  );
});

test('reports the delay of the event loop since the last reading', async () => {
  const metrics = openMetrics();
  const worstMs = async () => {
    const line = (await linesOf(metrics)).find((one) =>
      one.startsWith('cardfile_event_loop_delay_seconds{quantile="1"}'),
    );
    return Number(line?.split(' ')[1]) * 1000;
  };
  // The first iteration of the loop begins the measurement.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const untilMs = performance.now() + 300;
  while (performance.now() < untilMs);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const first = await worstMs();
  expect(first).toBeGreaterThan(250);
  expect(await worstMs()).toBeLessThan(first);
});
