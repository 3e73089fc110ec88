// cardfile review and merge: decisions of operators on possible duplicates.
import { Argument, type Command } from 'commander';
import type { RecordKind } from '../catalog/admin-port.ts';
import type { Merged, RecordAdmin, Review } from '../catalog/review-port.ts';
import { readNamedFile, writeNamedFile } from '../ops/files/named-file.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { contextOf, examples, wholeNumber } from './command-context.ts';
import { note, printResult, printRows } from './output.ts';

const NO_INDEX = ['--no-index', 'build no edition; `cardfile index` does it later'] as const;
const SHOWN = 50;

export function addReviewCommands(program: Command): void {
  addMergeCommand(program);
  const review = program.command('review').description('decide whether possible duplicates are one record');
  addListCommand(review);
  addDecision(review, { name: 'accept', isSame: true, description: 'merge both records of a review, permanently' });
  addDecision(review, {
    name: 'reject',
    isSame: false,
    description: 'keep both records of a review apart, permanently',
  });
  addVerdictExport(review);
  addVerdictImport(review);
}

function addMergeCommand(program: Command): void {
  program
    .command('merge')
    .addArgument(new Argument('<kind>', 'kind of record').choices(['company', 'person'] satisfies RecordKind[]))
    .argument('<slug>', 'slug or profile URL')
    .argument('<other>', 'slug or profile URL of the other record')
    .description('merge two records that are one, permanently')
    .option(...NO_INDEX)
    .addHelpText('after', examples('merge company acme acme-gmbh', 'merge person jane-doe j-doe-2'))
    .action(async (kind: RecordKind, one: string, other: string, options: { index: boolean }, command: Command) => {
      const { config, json } = contextOf(command);
      const [{ slugNamed }, { changeRecords }] = await Promise.all([
        import('../identity/network-url.ts'),
        import('../tasks/change-records.ts'),
      ]);
      const slugs = [slugNamed(one, kind), slugNamed(other, kind)] as const;
      const merged = await changeRecords(config, { index: options.index, onMessage: note }, (admin) =>
        admin.mergeRecords(kind, slugs, new Date().toISOString()),
      );
      printResult({ ...merged }, { json });
      noteUndo(kind, merged);
    });
}

function noteUndo(kind: RecordKind, { stays }: Merged): void {
  note(
    `To undo the merge, split off the rows of one record: cardfile split ${kind} ${stays} --row N. cardfile explain ${kind} ${stays} lists the rows.`,
  );
}

function addListCommand(review: Command): void {
  review
    .command('list')
    .description('list possible duplicates, the most likely first')
    .option('--limit <number>', 'maximum number of reviews', String(SHOWN))
    .addHelpText('after', examples('review list', 'review list --limit 500 --json'))
    .action(async (options: { limit: string }, command: Command) => {
      const { config, json } = contextOf(command);
      const limit = wholeNumber(options.limit, '--limit', { min: 1 });
      const { withCatalogAdmin } = await import('../tasks/change-records.ts');
      const { total, reviews } = await withCatalogAdmin(config, (admin) => admin.reviews({ limit }));
      if (json) process.stdout.write(`${JSON.stringify({ total, reviews })}\n`);
      else printRows(reviews.map(rowOf), { json, none: 'No open reviews.' });
      if (total > reviews.length) note(`${reviews.length} of ${total} open reviews; --limit shows more`);
      if (reviews.length > 0 && !json) note('Decide with `cardfile review accept ID` or `cardfile review reject ID`.');
    });
}

function rowOf({ id, kind, score, slugs, names, reasons }: Review) {
  const [one, other] = slugs.map((slug, index) => `${names[index]} (${slug})`);
  return { id, kind, score, one: one ?? '', other: other ?? '', evidence: evidenceText(reasons) };
}

/** `same employer +5, different titles −3`. */
export function evidenceText(reasons: Review['reasons']): string {
  return reasons
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .map(({ reason, weight }) => `${reason} ${weight < 0 ? '−' : '+'}${Math.abs(weight)}`)
    .join(', ');
}

function addDecision(
  review: Command,
  { name, isSame, description }: { readonly name: string; readonly isSame: boolean; readonly description: string },
): void {
  review
    .command(`${name} <id...>`)
    .description(description)
    .option(...NO_INDEX)
    .addHelpText('after', examples(`review ${name} 17`, `review ${name} 17 18 19`))
    .action(async (named: string[], options: { index: boolean }, command: Command) => {
      const { config, json } = contextOf(command);
      const ids = named.map((text) => wholeNumber(text, 'the id', { min: 1 }));
      const { changeRecords } = await import('../tasks/change-records.ts');
      const change = {
        index: options.index,
        onMessage: note,
        hasChanged: ({ done }: Decided) => isSame && done.length > 0,
      };
      const { done, unknown } = await changeRecords(config, change, (admin) => decideAll(admin, ids, isSame));
      if (done.length > 0) printRows(done, { json, none: '' });
      if (unknown.length > 0)
        throw new OperatorError(`there is no open review ${unknown.join(', ')}; \`cardfile review list\` shows them`, {
          isUnknown: true,
        });
    });
}

interface Decided {
  readonly done: { readonly id: number; readonly kind: RecordKind; readonly stays: string; readonly other: string }[];
  /** Ids of no open review. */
  readonly unknown: number[];
}

/** Each decision is permanent, so an unknown id stops none of the others. A merge may close other reviews. */
async function decideAll(admin: RecordAdmin, ids: readonly number[], isSame: boolean): Promise<Decided> {
  const decided: Decided = { done: [], unknown: [] };
  for (const id of new Set(ids)) {
    try {
      const { kind, slugs, merged } = await admin.decideReview(id, isSame, new Date().toISOString());
      const [stays, other] = merged === null ? slugs : [merged.stays, merged.merged];
      decided.done.push({ id, kind, stays, other });
    } catch (error) {
      if (!(error instanceof OperatorError && error.isUnknown)) throw error;
      decided.unknown.push(id);
    }
  }
  return decided;
}

function addVerdictExport(review: Command): void {
  review
    .command('export')
    .description('write all decisions as JSON Lines, for another data folder')
    .option('--out <file>', 'file to write; default: standard output')
    .addHelpText('after', examples('review export --out decisions.jsonl'))
    .action(async (options: { out?: string }, command: Command) => {
      const { config, json } = contextOf(command);
      const [{ withCatalogAdmin }, { verdictLines }] = await Promise.all([
        import('../tasks/change-records.ts'),
        import('../tasks/verdict-lines.ts'),
      ]);
      const verdicts = await withCatalogAdmin(config, (admin) => admin.verdicts());
      const text = verdictLines(verdicts);
      if (options.out === undefined) process.stdout.write(text);
      else {
        await writeNamedFile(options.out, text);
        printResult({ file: options.out, decisions: verdicts.length }, { json });
      }
    });
}

function addVerdictImport(review: Command): void {
  review
    .command('import <file>')
    .description('apply the decisions of `review export` to existing records and to later imports')
    .option(...NO_INDEX)
    .addHelpText('after', examples('review import decisions.jsonl'))
    .action(async (file: string, options: { index: boolean }, command: Command) => {
      const { config, json } = contextOf(command);
      const [{ changeRecords }, { readVerdicts }] = await Promise.all([
        import('../tasks/change-records.ts'),
        import('../tasks/verdict-lines.ts'),
      ]);
      const text = await readNamedFile(file);
      const verdicts = readVerdicts(text, file);
      const change = {
        index: options.index,
        onMessage: note,
        hasChanged: ({ merged }: { readonly merged: number }) => merged > 0,
      };
      const added = await changeRecords(config, change, (admin) => admin.addVerdicts(verdicts));
      printResult({ ...added }, { json });
    });
}
