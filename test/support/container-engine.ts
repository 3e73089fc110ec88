// Podman for tests, with separate storage and settings, and a base image with this machine's Node and npm, so that no
// image is downloaded.
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const PROGRAMS = ['/bin/sh', '/usr/bin/env', '/bin/mkdir'];
/** Additional system libraries: for resolving host names, and for native packages. */
const LIBRARIES = ['libnss_dns.so.2', 'libresolv.so.2', 'librt.so.1', 'libutil.so.1'];
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

const found = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim();

export class ContainerEngine {
  /** On disk, because the layers of images need gigabytes. */
  readonly #folder = mkdtempSync('/var/tmp/cardfile-container-');
  readonly #environment: NodeJS.ProcessEnv;

  constructor() {
    const settings = join(this.#folder, 'containers.conf');
    // The limits of a container may not exceed those of this process.
    const limits = '[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]\n';
    const runtime = found('runc') === '' ? '' : 'runtime = "runc"\n';
    writeFileSync(settings, `${limits}[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n${runtime}`);
    this.#environment = { ...process.env, CONTAINERS_CONF: settings };
  }

  /** Runs Podman and returns its standard output, without white space at the end. */
  async podman(...args: string[]): Promise<string> {
    const own = ['--root', join(this.#folder, 'storage'), '--runroot', join(this.#folder, 'run')];
    const options = { env: this.#environment, maxBuffer: 1 << 26 };
    const { stdout } = await promisify(execFile)('podman', [...own, ...args], options);
    return stdout.trimEnd();
  }

  /**
   * Builds the image `name` from this Node and npm. An image for another platform is empty, because it cannot run here.
   */
  async importNode(name: string): Promise<void> {
    const root = join(this.#folder, 'node');
    writeNodeRoot(root);
    const empty = join(this.#folder, 'empty');
    mkdirSync(empty);
    await this.podman('manifest', 'create', name);
    for (const [architecture, from] of Object.entries({ amd64: root, arm64: empty })) {
      const one = `${name}-${architecture}`;
      const tarball = `${from}.tar`;
      const { status, stderr } = spawnSync('tar', ['-C', from, '-cf', tarball, '.'], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`the base image cannot be packed: ${stderr}`);
      const settings = ['PATH=/usr/local/bin:/usr/bin:/bin', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`];
      const changes = settings.flatMap((setting) => ['--change', `ENV ${setting}`]);
      await this.podman('import', '--quiet', '--arch', architecture, ...changes, tarball, one);
      await this.podman('manifest', 'add', '--arch', architecture, name, `containers-storage:${one}`);
    }
  }

  /** Flags of a build in which npm has the settings and the cache of this machine. */
  get npmFlags(): string[] {
    const settings = join(homedir(), '.npmrc');
    const files = [
      ...(existsSync(settings) ? [[settings, '/root/.npmrc']] : []),
      ...(existsSync(join(homedir(), '.npm')) ? [[join(homedir(), '.npm'), '/root/.npm']] : []),
    ];
    return ['--network', 'host', ...files.flatMap(([from, to]) => ['--volume', `${from}:${to}`])];
  }

  /** Ends all containers and removes the storage. */
  async remove(): Promise<void> {
    await this.podman('rm', '--all', '--force', '--time', '1').catch(() => {});
    await this.podman('unmount', '--all', '--force').catch(() => {});
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** True if Podman is installed and can run containers on this machine. */
export function hasContainerEngine(): boolean {
  return found('podman') !== '' && process.getuid?.() === 0;
}

/** A root folder with this Node, npm, a shell and their libraries. */
function writeNodeRoot(root: string): void {
  for (const folder of ['bin', 'usr/bin', 'usr/local/bin', 'usr/local/lib/node_modules', 'etc', 'tmp', 'root'])
    mkdirSync(join(root, folder), { recursive: true });
  const copy = (from: string, to = from) => cpSync(realpathSync(from), join(root, to), { recursive: true });
  copy(process.execPath, '/usr/local/bin/node');
  for (const program of PROGRAMS) copy(program, `/bin/${program.split('/').at(-1)}`);
  symlinkSync('/bin/env', join(root, 'usr/bin/env'));
  const { stdout } = spawnSync('ldd', [process.execPath, ...PROGRAMS], { encoding: 'utf8' });
  const libraries = new Set([...stdout.matchAll(/(\/\S+\.so\S*) \(/g)].map(([, library = '']) => library));
  const libc = [...libraries].find((library) => library.includes('libc.so')) ?? '';
  for (const library of [...libraries, ...LIBRARIES.map((name) => join(dirname(libc), name))]) {
    if (existsSync(library)) copy(library);
  }
  copy(join(dirname(realpathSync(found('npm'))), '..'), '/usr/local/lib/node_modules/npm');
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  if (existsSync(CERTIFICATES)) copy(CERTIFICATES);
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n');
}
