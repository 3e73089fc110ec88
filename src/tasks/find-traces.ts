// Searches all stores and files of a data folder for the identifiers of a person.
import { fork } from 'node:child_process';
import type { Config } from '../app/config.ts';
import type { CatalogAdmin } from '../catalog/admin-port.ts';
import type { MemberStore, NamedPerson } from '../members/port.ts';
import { sharedFilesWith } from './forget-shared-files.ts';
import type { SearchOrder } from './search-files.ts';

interface Searched {
  readonly config: Config;
  readonly catalogAdmin: CatalogAdmin;
  readonly members: MemberStore;
  readonly named: NamedPerson;
}

/** A place that still contains an identifier of a person. */
export interface Trace {
  readonly place: string;
  readonly rows: number;
}

/**
 * Searches all places for the texts. The catalog file is rebuilt first: it may have remains of deleted rows, which are
 * compressed, so a search of the file would miss them.
 */
export async function tracesOf({ config, catalogAdmin, members, named }: Searched): Promise<readonly Trace[]> {
  const { texts } = named;
  const inStore = [
    ...(await catalogAdmin.traces(texts)),
    ...(await sharedFilesWith(config, texts)).map((place) => ({ place, rows: 1 })),
  ];
  const saved = await members.traces.count(named);
  if (inStore.length === 0 && config.database === null) await catalogAdmin.scrub(true);
  const files = await filesWith(config, texts);
  const inLists = saved === 0 ? [] : [{ place: 'lists and saved searches', rows: saved }];
  return [...inStore, ...inLists, ...files.map((place) => ({ place, rows: 1 }))];
}

/** The files of the data folder that hold one of the texts, found by another process (search-files.ts). */
function filesWith({ data, editions }: Config, texts: readonly string[]): Promise<readonly string[]> {
  const entry = new URL('./search-files.ts', import.meta.url);
  const child = fork(entry, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (found: readonly string[]) => resolve(found));
    child.once('error', reject);
    child.once('exit', () => reject(new Error('the process that searches the files ended before its answer')));
    child.send({ data, texts, isServingNode: editions !== null } satisfies SearchOrder);
  });
}
