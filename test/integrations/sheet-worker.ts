// Runs the Google Sheets script on a grid, in a thread: its HTTP calls are synchronous, so the thread waits for a
// process that makes them. Stand-ins for the services of Apps Script have the functions that the script uses.
import { spawnSync } from 'node:child_process';
import { createContext, Script } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { shownCell } from './shown-cell.ts';

interface SheetData {
  readonly source: string;
  readonly key: string;
  readonly grid: (string | number)[][];
}

const { source, key, grid } = workerData as SheetData;

/** Makes one call; prints its answer as JSON. */
const FETCHER = `
  const [url, method, type, headers, body] = JSON.parse(process.argv[1]);
  const answer = await fetch(url, { method, headers: { 'content-type': type, ...headers }, body });
  console.log(JSON.stringify({
    status: answer.status, text: await answer.text(), headers: Object.fromEntries(answer.headers),
  }));`;

interface Request {
  readonly method: string;
  readonly contentType: string;
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
}

function send(url: string, { method, contentType, payload, headers }: Request) {
  const call = JSON.stringify([url, method, contentType, headers, payload]);
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', FETCHER, call]);
  if (stdout.length === 0) throw new Error(String(stderr));
  return JSON.parse(String(stdout)) as { status: number; text: string; headers: Record<string, string> };
}

const toasts: string[] = [];
const sheet = {
  getDataRange: () => ({ getValues: () => grid.map((row) => [...row]) }),
  getRange: (row: number, column: number) => ({
    setValue: (value: string | number) => {
      const cells = grid[row - 1];
      if (cells === undefined) throw new Error(`the sheet has no row ${row}`);
      cells[column - 1] = shownCell(value);
    },
  }),
};

const services = {
  SpreadsheetApp: {
    getActiveSheet: () => sheet,
    getActiveSpreadsheet: () => ({ toast: (text: string) => toasts.push(text) }),
    flush: () => {},
  },
  PropertiesService: { getUserProperties: () => ({ getProperty: () => key }) },
  Utilities: {
    getUuid: () => crypto.randomUUID(),
    sleep: (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  },
  UrlFetchApp: {
    fetch: (url: string, request: Request) => {
      const { status, text, headers } = send(url, request);
      return { getResponseCode: () => status, getContentText: () => text, getHeaders: () => headers };
    },
  },
};

let failure: string | null = null;
try {
  new Script(`${source}\nfillRows();`).runInContext(createContext(services));
} catch (error) {
  failure = (error as Error).message;
}
parentPort?.postMessage({ grid, toasts, failure });
