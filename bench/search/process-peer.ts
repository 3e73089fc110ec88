// An engine in a process of its own, driven by lines over standard input: the programs in lucene/ and tantivy/.
//
// The program receives the folder of its index and a file of rows: `employees connections token token...`. When its
// index is ready it writes `ready version bytes`. Then it reads commands:
//   pages N, counts N   N lines with queries follow (lineOf); it writes `nanoseconds answer` for each; an answer is
//                       numbers with commas between
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Peer, PeerPeople, PeerQuery, Timed, TokenGroup } from './peer.ts';

export interface PeerProgram {
  readonly name: string;
  readonly command: string;
  /** Arguments before the folder of the index and the file of rows. */
  readonly args: readonly string[];
}

export class ProcessPeer implements Peer {
  readonly name: string;
  version = '';
  readonly #program: PeerProgram;
  readonly #folder: string;
  #process: ChildProcess | null = null;
  #lines: AsyncIterator<string> | null = null;

  constructor(program: PeerProgram, folder: string) {
    this.name = program.name;
    this.#program = program;
    this.#folder = folder;
  }

  async build(people: PeerPeople): Promise<number> {
    const { name, command, args } = this.#program;
    const index = join(this.#folder, name.toLowerCase());
    const rows = `${index}-rows.txt`;
    rmSync(index, { recursive: true, force: true });
    mkdirSync(index);
    const file = createWriteStream(rows, { highWaterMark: 1 << 20 });
    for (const row of people.rows()) {
      const hasRoom = file.write(`${row.employees} ${row.connections} ${people.tokens(row).join(' ')}\n`);
      if (!hasRoom) await once(file, 'drain');
    }
    file.end();
    await once(file, 'finish');
    this.#process = spawn(command, [...args, index, rows], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#process.stdout! })[Symbol.asyncIterator]();
    const [, version = '', bytes = '0'] = (await this.#line()).split(' ');
    this.version = version;
    rmSync(rows);
    return Number(bytes);
  }

  pages(queries: readonly PeerQuery[]): Promise<Timed<readonly number[]>> {
    return this.#query('pages', queries, (text) => (text === '' ? [] : text.split(',').map(Number)));
  }

  counts(queries: readonly PeerQuery[]): Promise<Timed<number>> {
    return this.#query('counts', queries, Number);
  }

  async close(): Promise<void> {
    this.#process?.stdin?.end();
  }

  async #query<T>(what: string, queries: readonly PeerQuery[], read: (text: string) => T): Promise<Timed<T>> {
    this.#process?.stdin?.write(`${what} ${queries.length}\n${queries.map(lineOf).join('\n')}\n`);
    const ms: number[] = [];
    const answers: T[] = [];
    for (let index = 0; index < queries.length; index++) {
      const [nanoseconds = '', answer = ''] = (await this.#line()).split(' ');
      ms.push(Number(nanoseconds) / 1e6);
      answers.push(read(answer));
    }
    return { ms, answers };
  }

  async #line(): Promise<string> {
    const next = await this.#lines?.next();
    if (!next || next.done) throw new Error(`${this.name} ended early`);
    return next.value;
  }
}

/**
 * `after|employees from|to|connections from|groups|excluded`: groups by `;`, alternatives by `/`, words by `&`, tokens
 * by `,`.
 */
function lineOf({ groups, excluded, employees, minConnections, after }: PeerQuery): string {
  const text = (list: readonly TokenGroup[]) =>
    list.map((group) => group.map((words) => words.map((tokens) => tokens.join(',')).join('&')).join('/')).join(';');
  const min = employees ? Math.max(0, employees.min ?? 0) : '';
  return [after, min, employees?.max ?? '', minConnections ?? '', text(groups), text(excluded)].join('|');
}
