// cardfile explain, split, imports, sources: shows the provenance of records, and undoes merges and imports.
import { Argument, type Command } from 'commander';
import type { CatalogAdmin, RecordKind } from '../catalog/admin-port.ts';
import type { Explanation } from '../import/explain.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { contextOf, examples, UsageError, wholeNumber } from './command-context.ts';
import { note, printResult, printRows, tableText } from './output.ts';
import { type NamedContact, personSelector } from './person-selector.ts';
import { addReviewCommands, evidenceText } from './review-commands.ts';

const NO_INDEX = ['--no-index', 'build no edition; `cardfile index` does it later'] as const;

export function addRecordsCommands(program: Command): void {
  addExplainCommand(program);
  addSplitCommand(program);
  addReviewCommands(program);
  addImportsCommands(program);
  addSourcesCommands(program);
}

function addExplainCommand(program: Command): void {
  program
    .command('explain')
    .addArgument(kindArgument())
    .argument('[slug]', 'slug or profile URL')
    .description('show the origin of each field of a company or person, and the merged rows')
    .option('--email <address>', 'the person with this address')
    .option('--phone <number>', 'the person with this number, with +')
    .addHelpText('after', examples('explain company acme', 'explain person --email jane.doe@acme.example --json'))
    .action(async (kind: RecordKind, named: string | undefined, contact: NamedContact, command: Command) => {
      const { config, json } = contextOf(command);
      const [{ withCatalogAdmin }, { explainCompany, explainPerson }, { SLUG_REMEDY }] = await Promise.all([
        import('../tasks/change-records.ts'),
        import('../import/explain.ts'),
        import('../identity/network-url.ts'),
      ]);
      const find = await finderOf(kind, named, contact);
      const explanation = await withCatalogAdmin(config, async (admin) => {
        const slug = await find(admin);
        const [company, person] =
          kind === 'company' ? [await admin.companyOrigins(slug), null] : [null, await admin.personOrigins(slug)];
        if (company !== null) return explainCompany(company);
        if (person !== null) return explainPerson(person);
        const remedy = `${SLUG_REMEDY}${kind === 'person' ? ', or --email or --phone' : ''}`;
        throw new OperatorError(`there is no ${kind} ${slug}: ${remedy}`, { isUnknown: true });
      });
      if (json) process.stdout.write(`${JSON.stringify({ kind, ...explanation }, null, 2)}\n`);
      else printExplanation(kind, explanation);
    });
}

/** Reads the slug of the named record in the catalog. */
async function finderOf(kind: RecordKind, named: string | undefined, contact: NamedContact) {
  const { email, phone } = contact;
  if (kind === 'company') {
    if (named === undefined || email !== undefined || phone !== undefined)
      throw new UsageError('name the company by its slug or profile URL');
    const { slugNamed } = await import('../identity/network-url.ts');
    return async () => slugNamed(named, kind);
  }
  const who = await personSelector(named, contact);
  if ('slug' in who) return async () => who.slug;
  const given = email ?? phone ?? '';
  return async (admin: CatalogAdmin) => {
    const [slug, ...others] = await admin.slugsOf(who);
    if (slug === undefined) throw new OperatorError(`there is no person with ${given}`, { isUnknown: true });
    if (others.length === 0) return slug;
    throw new OperatorError(`several people have ${given}; name one by its slug: ${[slug, ...others].join(', ')}`);
  };
}

const VALUE_LENGTH_MAX = 60;

function shown(value: unknown): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ');
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX - 1)}…` : text;
}

const placeText = ({ file, line }: { file: string; line: number | null }) => `${file}:${line ?? '?'}`;

function printExplanation(kind: RecordKind, { slug, fields, rows }: Explanation): void {
  const fieldRows = fields.map(({ field, value, from, not_chosen }) => ({
    field,
    value: shown(value),
    source: from?.source ?? null,
    run: from?.run ?? null,
    row: from === null ? null : placeText(from),
    date: from?.date.slice(0, 'YYYY-MM-DD'.length) ?? null,
    not_chosen: not_chosen.map((other) => `${shown(other.value)} (${other.from.source})`).join('; ') || null,
  }));
  process.stdout.write(`${kind} ${slug}\n\n${tableText(fieldRows)}\n\n`);
  const rowRows = rows.map((row) => ({
    row: row.id ?? '-',
    source: row.source,
    priority: row.priority,
    run: row.run,
    place: placeText(row),
    date: row.date.slice(0, 'YYYY-MM-DD'.length),
    state: row.replaced ? 'replaced by a later import of its source' : 'in use',
  }));
  process.stdout.write(
    `${rows.length === 1 ? 'one source row' : `merged from ${rows.length} rows`}\n${tableText(rowRows)}\n`,
  );
  const evidence = rows.flatMap(({ id, link }) =>
    link === null
      ? []
      : [{ row: id ?? '-', with: link.with ?? '-', weight: link.weight, evidence: evidenceText(link.reasons) }],
  );
  if (evidence.length > 0)
    process.stdout.write(`\nevidence for each row and its best matching row\n${tableText(evidence)}\n`);
  if (rows.length > 1) note(`If a row describes another ${kind}: cardfile split ${kind} ${slug} --row N`);
}

function addSplitCommand(program: Command): void {
  program
    .command('split')
    .addArgument(kindArgument())
    .argument('<slug>', 'slug or profile URL')
    .description('move wrongly merged rows to a record of their own, permanently')
    .requiredOption('--row <number...>', 'row numbers of `cardfile explain`')
    .option(...NO_INDEX)
    .addHelpText('after', examples('split company acme --row 17', 'split person jane-doe --row 3 4'))
    .action(async (kind: RecordKind, named: string, options: { row: string[]; index: boolean }, command: Command) => {
      const { config, json } = contextOf(command);
      const [{ slugNamed }, { changeRecords }] = await Promise.all([
        import('../identity/network-url.ts'),
        import('../tasks/change-records.ts'),
      ]);
      const slug = slugNamed(named, kind);
      const rows = options.row.flatMap((text) => text.split(',')).map((text) => wholeNumber(text, '--row', { min: 1 }));
      const parted = await changeRecords(config, { index: options.index, onMessage: note }, (admin) =>
        admin.split(kind, slug, { ids: rows, at: new Date().toISOString() }),
      );
      printResult({ ...parted }, { json });
    });
}

const CLOSED_SHOWN = 20;

function addImportsCommands(program: Command): void {
  const imports = program.command('imports').description('list and undo imports');
  imports
    .command('list')
    .description('list all imports with their results')
    .addHelpText('after', examples('imports list', 'imports list --json'))
    .action(async (_options, command: Command) => {
      const { config, json } = contextOf(command);
      const { listImports } = await import('../tasks/list-imports.ts');
      printRows(await listImports(config), { json, none: 'No imports yet.' });
    });
  imports
    .command('show <id>')
    .description('show the files, counts, most frequent reasons and closed openings of an import')
    .addHelpText('after', examples('imports show 3'))
    .action(async (id: string, _options, command: Command) => {
      const { config, json } = contextOf(command);
      const { showImport } = await import('../tasks/list-imports.ts');
      const {
        reasons,
        closed_openings: closed,
        ...found
      } = await showImport(config, wholeNumber(id, 'the id', { min: 1 }));
      if (json) return void process.stdout.write(`${JSON.stringify({ ...found, closed_openings: closed, reasons })}\n`);
      printResult({ ...found, ...(found.kind === 'jobs' ? { closed_openings: closed.length } : {}) }, { json });
      if (reasons.length > 0) process.stdout.write(`\n${tableText(reasons)}\n`);
      if (closed.length === 0) return;
      process.stdout.write(`\nclosed openings\n${tableText(closed.slice(0, CLOSED_SHOWN))}\n`);
      const others = closed.length - CLOSED_SHOWN;
      if (others > 0) process.stdout.write(`and ${others} others: see --json\n`);
    });
  imports
    .command('undo <id>')
    .description('remove the rows of an import; records keep the rows of other imports')
    .option(...NO_INDEX)
    .addHelpText('after', examples('imports undo 3'))
    .action(async (id: string, options: { index: boolean }, command: Command) => {
      const { config, json } = contextOf(command);
      const run = wholeNumber(id, 'the id', { min: 1 });
      const { undoImport } = await import('../tasks/change-records.ts');
      const undone = await undoImport(config, run, { index: options.index, onMessage: note });
      printResult({ ...undone }, { json });
    });
}

const PRIORITY_MAX = 999_999;

function addSourcesCommands(program: Command): void {
  const sources = program.command('sources').description('list sources and set their priority');
  sources
    .command('list')
    .description('list sources with their priority: the highest wins, and the freshest row if priorities are equal')
    .addHelpText('after', examples('sources list'))
    .action(async (_options, command: Command) => {
      const { config, json } = contextOf(command);
      const { withCatalogAdmin } = await import('../tasks/change-records.ts');
      const rows = await withCatalogAdmin(config, (admin) => admin.sources());
      printRows(
        rows.map((row) => ({ ...row })),
        { json, none: 'No imports yet.' },
      );
    });
  sources
    .command('set <name>')
    .description('set the priority of a source; records shared with other sources are merged again')
    .requiredOption('--priority <number>', 'a whole number (default: 0)')
    .option(...NO_INDEX)
    .addHelpText('after', examples('sources set crm --priority 10', 'sources set scraped --priority -1'))
    .action(async (name: string, options: { priority: string; index: boolean }, command: Command) => {
      const { config, json } = contextOf(command);
      const priority = wholeNumber(options.priority, '--priority', { min: -PRIORITY_MAX, max: PRIORITY_MAX });
      const { changeRecords } = await import('../tasks/change-records.ts');
      const hasChanged = (records: number) => records > 0;
      const changed = await changeRecords(
        config,
        { index: options.index, onMessage: note, hasChanged },
        async (admin) => {
          const records = await admin.setPriority(name, priority);
          if (records !== null) return records;
          throw new OperatorError(`there is no source ${name}; \`cardfile sources list\` lists them`, {
            isUnknown: true,
          });
        },
      );
      printResult({ name, priority, changed }, { json });
    });
}

const kindArgument = () =>
  new Argument('<kind>', 'kind of record').choices(['company', 'person'] satisfies RecordKind[]);
