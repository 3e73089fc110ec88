// Code rules as tests: the direction of imports, the size of files and functions, unused exports, and a reason in
// ARCHITECTURE.md for each dependency.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Source {
  /** Path from the root, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly isTest: boolean;
  readonly imports: readonly { readonly path: string; readonly isType: boolean; readonly names: readonly string[] }[];
}

const IMPORT = /^(?:import|export)\s+(type\s+)?([^'";]*?)\s*from\s+'([^']+)'/gm;

/** Imports on demand: the screens of the dashboard. */
const LATER_IMPORT = /\bimport\('(\.[^']+)'\)/g;

function importsOf(text: string, path: string): Source['imports'] {
  const later = [...text.matchAll(LATER_IMPORT)].map(([, target = '']) => ({
    path: relative(root, join(root, dirname(path), target)),
    isType: false,
    names: ['*'],
  }));
  const atOnce = [...text.matchAll(IMPORT)].flatMap(([, type, clause = '', target = '']) => {
    if (!target.startsWith('.')) return [];
    const named = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
    const entries = named
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    const isType =
      type !== undefined ||
      (!clause.includes('*') && entries.length > 0 && entries.every((entry) => entry.startsWith('type ')));
    const names = clause.includes('*')
      ? ['*']
      : entries.map((entry) => entry.replace(/^type /, '').split(/\s+as\s+/)[0] ?? '');
    return [{ path: relative(root, join(root, dirname(path), target)), isType, names }];
  });
  return [...atOnce, ...later];
}

function sourcesBelow(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => {
      const path = `${folder}/${file}`;
      const text = readFileSync(join(root, path), 'utf8');
      const isTest = !/^(src|dashboard\/src)$/.test(folder) || /\.test\.ts$|\/conformance(\.ts$|\/)/.test(path);
      return { path, text, lines: text.split('\n'), isTest, imports: importsOf(text, path) };
    });
}

/** The running code: the server, and the dashboard in the browser. */
const product = [...sourcesBelow('src'), ...sourcesBelow('dashboard/src')];
const code = product.filter((source) => !source.isTest);
const everything = [
  ...product,
  ...sourcesBelow('test'),
  ...sourcesBelow('bench'),
  ...sourcesBelow('packaging'),
  ...sourcesBelow('site'),
];
const partOf = (path: string) => (path.startsWith('dashboard/') ? 'browser' : (path.split('/')[1] ?? ''));

/** Permitted imports of each part; parts further up may also import types of a port. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  ops: [],
  codec: ['ops'],
  words: ['contract'],
  identity: ['contract', 'words'],
  search: ['contract', 'words', 'ops', 'codec'],
  catalog: ['contract', 'words', 'identity', 'ops', 'codec'],
  accounts: ['contract', 'ops'],
  generate: ['contract', 'words', 'ops'],
  import: ['contract', 'words', 'identity', 'ops', 'catalog'],
  api: ['contract', 'words', 'identity', 'ops', 'codec', 'search', 'catalog', 'accounts'],
  http: ['contract', 'words', 'ops', 'api', 'accounts'],
  members: ['contract', 'ops'],
  nodes: ['contract', 'ops', 'search'],
  app: ['contract', 'ops', 'search', 'catalog', 'accounts', 'members', 'import', 'nodes'],
  calls: ['contract', 'ops', 'catalog', 'http', 'app'],
  batches: ['contract', 'words', 'ops', 'import', 'accounts', 'api', 'http', 'nodes', 'app'],
  mcp: ['contract', 'words', 'ops', 'http'],
  reconcile: ['contract', 'words', 'identity', 'ops', 'accounts', 'http'],
  ingest: ['contract', 'ops', 'catalog', 'import', 'accounts', 'http', 'app'],
  watches: ['contract', 'words', 'identity', 'ops', 'search', 'catalog', 'accounts', 'api', 'http', 'app'],
  webhooks: ['contract', 'words', 'ops', 'catalog', 'import', 'accounts', 'http', 'app'],
  uploads: ['contract', 'ops', 'http', 'import', 'nodes', 'app'],
  tasks: [
    ...['contract', 'words', 'identity', 'ops', 'search', 'catalog', 'accounts', 'members'],
    ...['generate', 'import', 'nodes', 'app', 'batches', 'calls', 'uploads'],
  ],
  dashboard: [
    ...['contract', 'words', 'identity', 'ops', 'catalog', 'accounts', 'members', 'import'],
    ...['api', 'http', 'app', 'batches', 'calls', 'watches', 'webhooks', 'uploads', 'tasks'],
  ],
  serve: [
    'contract',
    'ops',
    'search',
    'catalog',
    'accounts',
    'api',
    'http',
    'app',
    'batches',
    'calls',
    'mcp',
    'reconcile',
    'ingest',
    'webhooks',
    'watches',
    'tasks',
    'dashboard',
    'nodes',
  ],
  reference: ['contract', 'words', 'import', 'http', 'app', 'tasks', 'ingest', 'ops', 'serve'],
  browser: ['contract', 'dashboard'],
  cli: [
    ...['contract', 'words', 'identity', 'ops', 'catalog', 'accounts', 'members', 'generate', 'import'],
    ...['app', 'mcp', 'tasks', 'serve'],
  ],
};

/** Where a store of one kind is implemented. */
const STORE_FOLDER = /^src\/(catalog|accounts|members)\/(sqlite|postgres)\//;
/** Modules of src/app that choose an implementation, or know both. */
const CHOOSING = [
  ...['catalogs', 'catalog-writers', 'ledgers', 'account-stores', 'backed-up-stores', 'store-files', 'store-schemas'],
  ...['database', 'database-schema', 'move-to-database', 'move-records'],
].map((name) => `src/app/${name}.ts`);

describe('imports', () => {
  it('point one way', () => {
    const against = code.flatMap((source) =>
      source.imports
        .map((target) => ({ from: partOf(source.path), to: partOf(target.path), target: target.path }))
        .filter(
          ({ from, to, target }) => target.startsWith('src/') && from !== to && !(ARROWS[from] ?? []).includes(to),
        )
        .map(({ target }) => `${source.path} -> ${target}`),
    );
    expect(against).toEqual([]);
  });

  it('of the dashboard in the browser use from the server only the contract, and types of src/dashboard', () => {
    const reaching = code
      .filter((source) => source.path.startsWith('dashboard/'))
      .flatMap((source) =>
        source.imports
          .filter(
            ({ path, isType }) =>
              path.startsWith('src/') && !/^src\/contract\//.test(path) && !(isType && /^src\/dashboard\//.test(path)),
          )
          .map(({ path }) => `${source.path} -> ${path}`),
      );
    expect(reaching).toEqual([]);
  });

  it('reach an implementation only from its folder, and from the modules of src/app that choose one', () => {
    const reaching = code.flatMap((source) =>
      source.imports
        .filter((target) => STORE_FOLDER.test(target.path))
        .filter(
          (target) =>
            STORE_FOLDER.exec(source.path)?.[0] !== STORE_FOLDER.exec(target.path)?.[0] &&
            !CHOOSING.includes(source.path),
        )
        .map((target) => `${source.path} -> ${target.path}`),
    );
    expect(reaching).toEqual([]);
  });

  it('take no value from node:http and TypeBox, which load much: ops/node-http.ts and contract/schemas/schema-types.ts have them', () => {
    const values = /^import (?!type )(?!\{(?:\s*type \w+,?)*\s*\})[^;]*from '(?:node:http|typebox)';/m;
    const slow = code.filter(({ path, text }) => path.startsWith('src/') && values.test(text)).map(({ path }) => path);
    expect(slow).toEqual([]);
  });

  it('of matching decisions reach no store', () => {
    const reaching = code
      .filter((source) => source.path.startsWith('src/catalog/matching/'))
      .filter(({ text, imports }) => /sqlite/.test(text) || imports.some(({ path }) => path.includes('/sqlite/')))
      .map(({ path }) => path);
    expect(reaching).toEqual([]);
  });

  const cyclesOf = (sources: readonly Source[]) => {
    const imports = new Map(sources.map((source) => [source.path, source.imports]));
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
      if (done.has(path) || trail.includes(path)) return;
      for (const next of imports.get(path) ?? []) visit(next.path, [...trail, path]);
      done.add(path);
    };
    for (const source of sources) visit(source.path, []);
    return cycles;
  };

  it('have no cycles, also counting types', () => {
    expect(cyclesOf(code)).toEqual([]);
  });

  it('include every export', () => {
    const used = new Set(
      everything.flatMap((source) =>
        source.imports.flatMap((target) => target.names.map((name) => `${target.path}#${name}`)),
      ),
    );
    const dead = code.flatMap((source) =>
      [
        ...source.text.matchAll(
          /^export (?:async )?(?:abstract )?(?:function\*?|class|const|let|interface|type) (\w+)/gm,
        ),
      ]
        .map(([, name]) => `${source.path}#${name}`)
        .filter((name) => !used.has(name) && !used.has(`${source.path}#*`))
        .filter((name) => !new RegExp(`\\b${name.split('#')[1]}\\b[^]*\\b${name.split('#')[1]}\\b`).test(source.text)),
    );
    expect(dead).toEqual([]);
  });
});

const FOLDER_FILES_MAX = 30;
const FILE_LINES_MAX = 400;
const COMMENT_COLUMNS_MAX = 120;
const FUNCTION_LINES_MAX = 70;
const PARAMETERS_MAX = 3;
const FORBIDDEN_NAMES = /\/(utils?|helpers?|misc|common|index)(\.ts|\/)/;

describe('sizes', () => {
  it(`have at most ${FILE_LINES_MAX} lines in a file`, () => {
    const large = everything
      .filter((source) => source.lines.length > FILE_LINES_MAX)
      .map((source) => `${source.path}: ${source.lines.length}`);
    expect(large).toEqual([]);
  });

  it(`have at most ${COMMENT_COLUMNS_MAX} columns in a line of a comment`, () => {
    const isLong = (line: string) =>
      line.length > COMMENT_COLUMNS_MAX && /^\s*(\/\/|\/?\*)/.test(line) && !line.includes('biome-ignore');
    const long = everything.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => (isLong(line) ? [`${path}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it(`have at most ${FUNCTION_LINES_MAX} lines in a function`, () => {
    const long = code.flatMap((source) => {
      const found: string[] = [];
      source.lines.forEach((line, index) => {
        const start =
          /^(\s*)(?:export )?(?:async )?(?:static )?(?:function\*? \w+|(?:get |async |\*)?#?\w+\(.*\).*\{$)/.exec(line);
        if (
          !start ||
          !line.trimEnd().endsWith('{') ||
          /^\s*(if|for|while|switch|return|describe|it|class|useEffect|useLayoutEffect)\b/.test(line)
        )
          return;
        const end = source.lines.findIndex(
          (other, at) => at > index && other.startsWith(`${start[1]}}`) && other.trim().length <= 3,
        );
        if (end - index > FUNCTION_LINES_MAX) found.push(`${source.path}:${index + 1}: ${end - index}`);
      });
      return found;
    });
    expect(long).toEqual([]);
  });

  it(`have at most ${PARAMETERS_MAX} parameters of a function`, () => {
    const many = code.flatMap((source) =>
      [...source.text.matchAll(/function\*? \w+(?:<[^>]*>)?\(([^()]*)\)/g)]
        .map(([whole, parameters = '']) => ({
          whole,
          count: parameters
            .replace(/<[^>]*>|\{[^}]*\}|\[[^\]]*\]/g, '')
            .split(',')
            .filter((part) => part.includes(':')).length,
        }))
        .filter(({ count }) => count > PARAMETERS_MAX)
        .map(({ whole }) => `${source.path}: ${whole.slice(0, 80)}`),
    );
    expect(many).toEqual([]);
  });
});

describe('classes', () => {
  it('write private members with #', () => {
    const found = code.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => (/^\s+private (?!constructor\b)/.test(line) ? [`${path}:${index + 1}`] : [])),
    );
    expect(found).toEqual([]);
  });
});

describe('folders', () => {
  it('at the root are the known ones: an export that was committed by mistake would be one more', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\n');
    const folders = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]));
    expect([...folders].toSorted()).toEqual([
      ...['.ci', '.github', 'bench', 'bin', 'clients', 'dashboard', 'deploy', 'docs', 'integrations'],
      ...['observability', 'packages', 'packaging', 'site', 'src', 'test'],
    ]);
  });

  it(`have at most ${FOLDER_FILES_MAX} files without tests`, () => {
    const counts = new Map<string, number>();
    for (const { path } of code) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, files]) => files > FOLDER_FILES_MAX)).toEqual([]);
  });

  it('are created by createFolder, as a recursive mkdir of Node never ends in /proc', () => {
    const made = /\bmkdir(?:Sync)?\([^;]*recursive: true/;
    expect(code.filter(({ text }) => made.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('files', () => {
  it('have names after their subject, in kebab case', () => {
    expect(
      everything.map((source) => source.path).filter((path) => FORBIDDEN_NAMES.test(path) || /[A-Z_]/.test(path)),
    ).toEqual([]);
  });

  it('begin with a comment on their responsibility', () => {
    expect(code.filter((source) => !source.text.startsWith('// ')).map((source) => source.path)).toEqual([]);
  });

  it('re-export nothing', () => {
    expect(
      code.filter((source) => /^export (\*|\{[^}]*\}) from/m.test(source.text)).map((source) => source.path),
    ).toEqual([]);
  });
});

const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

describe('ARCHITECTURE.md', () => {
  it('names files that exist', () => {
    const named = [...architecture.matchAll(/`([\w./-]+\/[\w.-]+\.tsx?)`/g)].map(([, name = '']) => name);
    const paths = everything.map(({ path }) => `/${path}`);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((name) => !paths.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
  });
});

describe('dependencies', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };

  it('each have a reason in ARCHITECTURE.md, and no reason is obsolete', () => {
    const section = architecture.split(/^## /m).find((part) => part.startsWith('Dependencies')) ?? '';
    const named = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(Object.keys(manifest.dependencies).sort());
  });

  it('are pinned to one version', () => {
    expect(Object.entries(manifest.dependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
