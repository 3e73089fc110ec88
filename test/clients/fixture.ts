// The service that the scenarios of the clients run against: invented data behind a proxy that injects faults, an
// account with many credits, a slow one, and one with a single credit.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endServers, serve, succeed } from '../support/program.ts';
import { startFaultProxy } from './fault-proxy.ts';

export interface ClientFixture {
  /** The service itself. */
  readonly service: string;
  /** The service behind the proxy. */
  readonly proxy: string;
  readonly keys: Readonly<Record<'ample' | 'slow' | 'poor' | 'poorSync' | 'poorAsync', string>>;
  close(): void;
}

const COMPANIES = 40;

export async function openClientFixture(): Promise<ClientFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-clients-'));
  const data = join(folder, 'data');
  await succeed('generate', '--people', '300', '--companies', `${COMPANIES}`, '--jobs', '20', '--out', folder);
  for (const kind of ['companies', 'people'])
    await succeed('import', kind, join(folder, `${kind}.jsonl`), '--data', data);
  const keyOf = async (account: string, credits: string, rps: string) => {
    await succeed('plans', 'set', account, '--credits', credits, '--rps', rps, '--data', data);
    await succeed('accounts', 'create', account, '--plan', account, '--data', data);
    return (await succeed('keys', 'create', '--account', account, '--data', data)).trim();
  };
  const keys = {
    ample: await keyOf('ample', '1000000', '1000'),
    slow: await keyOf('slow', '1000', '5'),
    // Each client has its own key with a single credit.
    poor: await keyOf('poor', '1', '100'),
    poorSync: await keyOf('poorSync', '1', '100'),
    poorAsync: await keyOf('poorAsync', '1', '100'),
  };
  const server = await serve('--data', data, '--log-level', 'warn');
  const proxy = await startFaultProxy(server.base);
  const close = () => {
    proxy.close();
    endServers();
    rmSync(folder, { recursive: true });
  };
  return { service: server.base, proxy: proxy.base, keys, close };
}
