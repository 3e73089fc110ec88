// The official conformance suite of MCP against a running server: only the scenarios about features that this server
// has. Others need the tools of the suite's own example server. The suite sends no key, so a proxy adds it.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

const SUITE = '@modelcontextprotocol/conformance@0.1.16';
const SCENARIOS = ['server-initialize', 'ping', 'tools-list'];

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'cardfile-mcp-'));
let isInstalled = false;
let service: TestService;
let proxy: Server;

beforeAll(async () => {
  const options = { cwd: folder, timeout: 110_000 };
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', SUITE];
  isInstalled = await run('npm', args, options).then(
    () => true,
    () => false,
  );
  if (!isInstalled)
    console.warn(`\n*** SKIPPED: no registry, so THE CONFORMANCE SUITE OF MCP DOES NOT RUN (${SUITE}) ***\n`);
  service = await startTestService({});
  const base = await service.running.app.listen({ host: '127.0.0.1', port: 0 });
  proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-api-key': service.key };
    const call = request(base + incoming.url, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(call);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
}, 120_000);
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

it.each(SCENARIOS)('%s passes', async (scenario) => {
  if (!isInstalled && process.env['CARDFILE_REGISTRY'] !== 'required') return;
  const { port } = proxy.address() as AddressInfo;
  const suite = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const args = [suite, 'server', '--url', `http://127.0.0.1:${port}/mcp`, '--scenario', scenario];
  const { stdout, stderr } = await run(process.execPath, args, { cwd: folder });
  expect(stdout + stderr).toMatch(/Passed: (\d+)\/\1, 0 failed, 0 warnings/);
});
