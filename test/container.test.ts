// The image of the Containerfile: built by Podman on a base with this machine's Node, and run in the recommended way:
// as another user, with a read-only root, without capabilities.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../src/app/config.ts';
import { checkNodeSettings } from '../src/app/object-stores.ts';
import { ContainerEngine, hasContainerEngine } from './support/container-engine.ts';
import { call, freePort } from './support/program.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 900_000 });

const ROOT = join(import.meta.dirname, '..');
const IMAGE = 'localhost/cardfile';
const BASE = 'localhost/node-of-this-machine';
const CONTAINERFILE = join(ROOT, 'Containerfile');

const isRun = hasContainerEngine() || process.env['CARDFILE_CONTAINER'] === 'required';
if (!isRun)
  console.warn(
    '\n*** SKIPPED: Podman as root is missing, so THE IMAGE IS NOT BUILT AND RUN (apt-get install podman) ***\n',
  );

describe.skipIf(!isRun)('the image', () => {
  const engine = new ContainerEngine();
  const build = (platform: string, tag: string, ...flags: string[]) =>
    engine.podman(
      // Without layers the first stage is not stored as an image.
      ...['build', '--quiet', '--layers=false', '--format', 'docker', '--platform', `linux/${platform}`, '--tag', tag],
      ...['--build-arg', `NODE_IMAGE=${BASE}`, ...engine.npmFlags, ...flags, '--file', CONTAINERFILE, ROOT],
    );

  beforeAll(async () => {
    await engine.importNode(BASE);
    const startedMs = performance.now();
    await build('amd64', IMAGE);
    const seconds = (performance.now() - startedMs) / 1000;
    const [image, base] = await Promise.all(
      [IMAGE, `${BASE}-amd64`].map((name) => engine.podman('image', 'inspect', '--format', '{{.Size}}', name)),
    );
    const mb = (Number(image) - Number(base)) / 1e6;
    console.info(`the image: ${mb.toFixed(0)} MB on top of Node, built in ${seconds.toFixed(0)} s`);
  });
  afterAll(() => engine.remove());

  /** Starts the image like compose.yaml; the port is on loopback only. */
  async function start(...command: string[]) {
    const port = await freePort();
    const limits = [
      '--read-only',
      '--read-only-tmpfs=false',
      '--cap-drop',
      'all',
      '--security-opt',
      'no-new-privileges',
    ];
    const settings = ['--env', 'CARDFILE_HOST=127.0.0.1', '--env', `CARDFILE_PORT=${port}`];
    const id = await engine.podman(
      ...[
        'run',
        '--detach',
        '--network',
        'host',
        '--volume',
        'cardfile-data:/data',
        ...limits,
        ...settings,
        IMAGE,
        ...command,
      ],
    );
    const base = `http://127.0.0.1:${port}`;
    const isReady = async () => (await fetch(`${base}/readyz`).catch(() => null))?.ok === true;
    await expect.poll(isReady, { timeout: 120_000, interval: 250 }).toBe(true);
    return { id, base };
  }

  /** Stops it by SIGTERM and returns its exit code. */
  async function stop(id: string): Promise<number> {
    await engine.podman('stop', '--time', '20', id);
    return Number(await engine.podman('inspect', '--format', '{{.State.ExitCode}}', id));
  }

  it('serves as an unprivileged user with a read-only root, reports its health, and drains', async () => {
    const { id, base } = await start('serve', '--workers', '2', '--log-level', 'warn');
    const cardfile = (line: string) => engine.podman('exec', id, 'cardfile', ...line.split(' '));
    await cardfile('generate --people 200 --companies 10 --out /data/files');
    await cardfile('import companies /data/files/companies.jsonl --no-index');
    await cardfile('import people /data/files/people.jsonl');
    await cardfile('plans set pro --credits 10 --rps 5');
    await cardfile('accounts create acme --plan pro');
    const { key } = JSON.parse(await cardfile('keys create --account acme --json'));
    const search = { people: { job_level: ['Manager', 'Staff'] }, max_results: 1 };
    const found = await call(base, key, '/v2/search/people', search);
    expect([found.status, found.body.results_length]).toEqual([200, 1]);
    await engine.podman('healthcheck', 'run', id);
    const probe = `const fs = require('node:fs'); const written = (file) => { try { fs.writeFileSync(file, ''); return 'written'; }
      catch (error) { return error.code; } }; console.log(process.getuid(), written('/x'), written('/opt/cardfile/x'), written('/data/x'));`;
    expect(await engine.podman('exec', id, 'node', '-e', probe)).toBe('10001 EROFS EROFS written');
    expect(await stop(id)).toBe(0);

    // Another container continues with the data of the volume.
    const again = await start();
    const once = await call(again.base, key, '/v2/search/people', search);
    expect(once.body.results).toEqual(found.body.results);
    expect(await stop(again.id)).toBe(0);
  });

  it('is built for arm64 without running any of its programs', async () => {
    // The first stage runs on the build platform. The image for amd64 shows its output, so an empty one is enough here.
    expect(readFileSync(CONTAINERFILE, 'utf8')).toMatch(/^FROM --platform=\$BUILDPLATFORM \S+ AS build$/m);
    const stage = mkdtempSync('/var/tmp/cardfile-stage-');
    for (const folder of ['opt/cardfile', 'empty']) mkdirSync(join(stage, folder), { recursive: true });
    await build('arm64', `${IMAGE}-arm64`, '--build-context', `build=${stage}`).finally(() =>
      rmSync(stage, { recursive: true }),
    );
    const format = '{{.Architecture}} {{.Config.User}} {{.Config.Entrypoint}} {{.Config.StopSignal}}';
    expect(await engine.podman('image', 'inspect', '--format', format, `${IMAGE}-arm64`)).toBe(
      'arm64 10001:10001 [cardfile] SIGTERM',
    );
  });
});

it('compose.yaml runs one node with the permissions of the test', () => {
  const { services } = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'));
  expect(services.cardfile).toMatchObject({
    ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], volumes: ['data:/data'] },
    ports: ['127.0.0.1:8080:8080'],
  });
});

/** The settings of the servers in the files of `deploy/`, with a value for each variable of the operator. */
const SERVERS = [...serversOfCompose(), ...serversOfKubernetes()];

it.each(SERVERS)('%s has settings that a server accepts', (_, settings) => {
  const { config } = readConfig({ data: '/data' }, settings);
  checkNodeSettings(config);
  expect(config.database).toMatch(/^postgres:/);
  expect(config.limiter).toMatch(/^redis:/);
  const { number, of } = config.node;
  expect(of).toBe(3);
  // Nodes find the builder in the database, so another builder needs no change here.
  if (number > 1) expect(config.editions).toEqual({ kind: 'builder', url: null });
  else expect(config.publish).toEqual({ kind: 'own', url: expect.stringMatching(/^http:\/\/[a-z-]+:8080$/) });
});

it('the servers of a file in deploy/ have the numbers from 1 on', () => {
  const numbers = (file: string) =>
    SERVERS.filter(([name]) => name.startsWith(file)).map(([, settings]) => settings['CARDFILE_NODE']);
  expect(numbers('compose')).toEqual(['1/3', '2/3', '3/3']);
  expect(numbers('kubernetes')).toEqual(['1/3', '2/3', '3/3']);
});

function read(file: string): string {
  return readFileSync(join(ROOT, 'deploy', file), 'utf8')
    .replace(/\$\{CARDFILE_NODE_SECRET[^}]*\}/g, 'sixteen characters')
    .replace(/\$\{POSTGRES_PASSWORD[^}]*\}/g, 'secret');
}

function serversOfCompose(): [string, Record<string, string>][] {
  const { services } = parse(read('compose.yml'), { merge: true });
  const servers = Object.entries<{ image: string; environment: Record<string, string> }>(services);
  return servers
    .filter(([, { image }]) => image === 'cardfile')
    .map(([name, { environment }]) => [`compose.yml: ${name}`, environment]);
}

interface KubernetesSetting {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly key: string } };
}

/** The settings of the builder and of each replica of the nodes. */
function serversOfKubernetes(): [string, Record<string, string>][] {
  const documents = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS());
  const shared: Record<string, string> = documents.find(({ kind }) => kind === 'ConfigMap').data;
  const { NODES = '', ...given } = shared;
  // Kubernetes describes each Service of the namespace to each pod.
  const services = documents.filter(({ kind }) => kind === 'Service');
  const links = services.map(({ metadata, spec }) => [
    `${metadata.name.toUpperCase().replaceAll('-', '_')}_PORT`,
    `tcp://10.96.0.1:${spec.ports[0].port}`,
  ]);
  const settings = { ...Object.fromEntries(links), ...given };
  const secrets: Record<string, string> = { database: 'postgres://h/d', 'node-secret': 'sixteen characters' };
  return documents
    .filter(({ kind }) => kind === 'StatefulSet')
    .flatMap(({ metadata, spec }) =>
      Array.from({ length: spec.replicas }, (_, replica): [string, Record<string, string>] => {
        const [{ env, command }] = spec.template.spec.containers;
        const own = (env as KubernetesSetting[]).map(({ name, value, valueFrom }) => [
          name,
          value?.replace('$(NODES)', NODES) ?? secrets[valueFrom?.secretKeyRef.key ?? ''],
        ]);
        // The shell computes it from the number of the pod.
        const offset = /HOSTNAME##\*-\} \+ (\d)/.exec(String(command))?.[1];
        const node = offset === undefined ? {} : { CARDFILE_NODE: `${replica + Number(offset)}/${NODES}` };
        return [`kubernetes.yaml: ${metadata.name} ${replica}`, { ...settings, ...Object.fromEntries(own), ...node }];
      }),
    );
}
