// Forgets a person everywhere in the data folder: catalog, stored answers, stored rejected rows, uploads and search
// index. Then verifies it by a search for the person's identifiers (find-traces.ts).
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountsAdmin } from '../accounts/port.ts';
import { withAccounts } from '../app/account-stores.ts';
import { withCatalog } from '../app/catalogs.ts';
import type { Config } from '../app/config.ts';
import { batchesFolder, callsFile } from '../app/data-folder.ts';
import { openEditions } from '../app/editions.ts';
import { batchFiles } from '../batches/batch-files.ts';
import { draftInputs } from '../batches/drafts.ts';
import { eraseRows } from '../batches/erase-rows.ts';
import { CallStore } from '../calls/call-store.ts';
import type { CatalogAdmin, ForgottenPerson, PersonSelector } from '../catalog/admin-port.ts';
import type { MemberStore, NamedPerson } from '../members/port.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { noteEdited } from '../uploads/upload-folder.ts';
import { buildHere } from './build-edition.ts';
import { changeRecords } from './change-records.ts';
import { dropLines, filesBelow, formsIn, holdsOneOf, namedIn, PACKED, redactFile, STATE } from './erase-texts.ts';
import { type Trace, tracesOf } from './find-traces.ts';
import { type Cleaned, cleanSharedFiles } from './forget-shared-files.ts';
import { withMembers } from './member-links.ts';

interface Forgetting {
  /** Whether the person is also put on the suppression list, so that no import brings the person back. */
  readonly suppress: boolean;
  /** Id of the member who requested the removal. */
  readonly by?: string;
  /** Whether all stores and files are searched afterwards. */
  readonly verify: boolean;
  readonly onMessage: (text: string) => void;
}

export interface ForgetReport {
  readonly people: number;
  readonly storedAnswers: number;
  /** Lines of rejected rows, of uploads and of batches. */
  readonly lines: number;
  /** Records of lists, saved searches, and bodies in the log of requests. */
  readonly saved: number;
  /** Places that still contain an identifier of the person; null if they were not searched. */
  readonly traces: readonly Trace[] | null;
  /** If traces were found: slugs of other people who have an address of the person. */
  readonly sharers: readonly string[];
  /** Compressed files, which cannot be searched. */
  readonly unsearched: readonly string[];
}

/**
 * Forgets all people that the selector matches. Throws an OperatorError, and has changed nothing, if there is no match
 * and no remains. For a person who was forgotten before, everything is searched again, because that run may have been
 * interrupted.
 */
export function forgetPerson(config: Config, who: PersonSelector, options: Forgetting): Promise<ForgetReport> {
  const { onMessage } = options;
  return changeRecords(config, { index: false, onMessage }, (catalogAdmin) =>
    withMembers(config, (members) =>
      withAccounts(config, ({ admin }) => forgetIn({ config, catalogAdmin, members, admin }, who, options)),
    ),
  );
}

interface Stores {
  readonly config: Config;
  readonly catalogAdmin: CatalogAdmin;
  readonly members: MemberStore;
  readonly admin: Pick<AccountsAdmin, 'removeAnswers'>;
}

async function forgetIn(stores: Stores, who: PersonSelector, options: Forgetting): Promise<ForgetReport> {
  const { config, catalogAdmin, members } = stores;
  // Other stores first: only the catalog has all identifiers of the person, so a repetition after an interruption
  // would not find the rest.
  const before = await cleanStores(stores, who, await catalogAdmin.peopleNamed(who));
  const forgotten = await catalogAdmin.forgetPeople(
    who,
    options.suppress ? new Date().toISOString() : null,
    options.by,
  );
  // A server may have stored more in the meantime.
  const after = await cleanStores(stores, who, forgotten);
  const { named, unsearched } = after;
  const [storedAnswers, lines, saved] = (['storedAnswers', 'lines', 'saved'] as const).map(
    (count) => before[count] + after[count],
  ) as [number, number, number];
  const verify = async () => (options.verify ? await tracesOf({ config, catalogAdmin, members, named }) : null);
  const isResumed = forgotten.length === 0 && (await catalogAdmin.isSuppressed(who));
  const isUnknown = forgotten.length === 0 && !isResumed && storedAnswers + lines + saved === 0;
  // If a run was interrupted before its build, the files of the edition still contain the person.
  if (!isUnknown || (await isEditionBehind(config))) {
    await leaveEditions(config, options.onMessage);
    await catalogAdmin.scrub(false);
  }
  const traces = await verify();
  if (isUnknown) return reportWithoutPerson(who, { lines, unsearched, traces });
  const sharers = traces === null || traces.length === 0 ? [] : await sharersOf(catalogAdmin, forgotten);
  return { people: forgotten.length, storedAnswers, lines, saved, unsearched, traces, sharers };
}

/** The people who are left with an address of the forgotten people. */
async function sharersOf(catalogAdmin: CatalogAdmin, forgotten: readonly ForgottenPerson[]): Promise<string[]> {
  const slugs: string[] = [];
  for (const email of new Set(forgotten.flatMap(({ emails }) => emails)))
    slugs.push(...(await catalogAdmin.slugsOf({ email })));
  return [...new Set(slugs)];
}

interface CleanedStores extends Cleaned {
  readonly storedAnswers: number;
  readonly saved: number;
  readonly named: NamedPerson;
}

/** Erases people from all stores but the catalog and the editions. */
async function cleanStores(
  { config, members, admin }: Stores,
  who: PersonSelector,
  people: readonly ForgottenPerson[],
): Promise<CleanedStores> {
  const texts = textsOf(who, people);
  const named = { texts, fullNames: people.map((person) => person.full_name) };
  const storedAnswers = await admin.removeAnswers(texts);
  const files = await cleanFiles(config, texts);
  const saved = (await members.traces.forget(named)) + removeBodies(config, named);
  return { ...files, storedAnswers, saved, named };
}

const ORDER_MS = 120_000;
const ORDER_POLL_MS = 250;

/** Builds an edition without the person; on a serving node, the builder builds it. Other builders follow. */
async function leaveEditions(config: Config, onMessage: Forgetting['onMessage']): Promise<void> {
  const { database, editions } = config;
  if (editions === null || database === null) {
    onMessage('Building a new edition of the search index.');
    await buildHere(config, { onMessage });
    if (database === null) return;
    const { outdateEditionsBefore } = await import('../app/database.ts');
    await outdateEditionsBefore(database, await hiddenGenerationOf(config));
    return;
  }
  const { orderEditionWithoutErased } = await import('../app/database.ts');
  const order = await orderEditionWithoutErased(database, await hiddenGenerationOf(config));
  onMessage('The builder builds a new edition of the search index.');
  try {
    const endMs = performance.now() + ORDER_MS;
    while (!(await order.isDone()) && performance.now() < endMs) await sleep(ORDER_POLL_MS);
    if (!(await order.isDone()))
      onMessage('The builder has not built it yet. Until then editions still contain the person, but no answer does.');
  } finally {
    await order.close();
  }
}

/** Whether records have been hidden or forgotten since the edition was built. */
async function isEditionBehind(config: Config): Promise<boolean> {
  const built = await openEditions(config)
    .hiddenGeneration()
    .catch(() => -1);
  return built !== null && built !== (await hiddenGenerationOf(config));
}

async function hiddenGenerationOf(config: Config): Promise<number> {
  return (await withCatalog(config, (catalog) => catalog.state())).hiddenGeneration;
}

/** Without a match: remains found elsewhere, else an error. */
function reportWithoutPerson(
  who: PersonSelector,
  found: Pick<ForgetReport, 'lines' | 'unsearched' | 'traces'>,
): ForgetReport {
  if (found.traces !== null && found.traces.length > 0)
    return { people: 0, storedAnswers: 0, saved: 0, sharers: [], ...found };
  const [[kind = '', value = ''] = []] = Object.entries(who);
  const named = {
    slug: `with the slug ${value}`,
    email: `with the address ${value}`,
    phone: `with the number ${value}`,
  };
  const fault = `no person was found ${named[kind as keyof typeof named]}: nothing was removed`;
  throw new OperatorError(
    `${fault}. Check the spelling; to keep a person out of later imports, use cardfile suppress add`,
    {
      isUnknown: true,
      inDashboard: `${fault}. To keep a person out of later imports, add the person to the suppression list`,
    },
  );
}

/**
 * Identities of the person in the form that stores and files have. A slug is matched only within a profile URL, because
 * other texts may contain it.
 */
function textsOf(who: PersonSelector, forgotten: readonly ForgottenPerson[]): string[] {
  const selected = {
    slugs: 'slug' in who ? [who.slug] : [],
    emails: 'email' in who ? [who.email] : [],
    phones: 'phone' in who ? [who.phone] : [],
  };
  const all = [...forgotten, selected];
  const urls = all.flatMap(({ slugs }) => slugs.flatMap((slug) => [slug, encodeURIComponent(slug)]));
  const contacts = all.flatMap(({ emails, phones }) => [...emails, ...phones]);
  return [...new Set([...urls.map((slug) => `/in/${slug}"`), ...contacts])];
}

/** Cleans the files of the data folder, and those that servers share. */
async function cleanFiles(config: Config, texts: readonly string[]): Promise<Cleaned> {
  const uploads = await cleanUploads(config, texts);
  const ofBatches = await cleanBatches(config, texts);
  const shared = await cleanSharedFiles(config, texts);
  const unsearched = [...uploads.unsearched, ...shared.unsearched];
  return { lines: uploads.lines + ofBatches + shared.lines, unsearched };
}

/** Removes lines that name the person from uploads and their rejected rows. */
async function cleanUploads(config: Config, texts: readonly string[]): Promise<Cleaned> {
  let lines = 0;
  const unsearched: string[] = [];
  for (const file of await filesBelow(join(config.data, 'uploads'))) {
    if (PACKED.test(file)) unsearched.push(relative(config.data, file));
    else if (!(await holdsOneOf(file, texts))) continue;
    else if (STATE.test(file)) await redactFile(file, texts);
    else {
      lines += await dropLines(file, texts);
      await noteEdited(config, file);
    }
  }
  return { lines, unsearched };
}

/** Erases the rows of batches that name the person, in inputs and results. */
async function cleanBatches(config: Config, texts: readonly string[]): Promise<number> {
  const folder = batchesFolder(config);
  const complete = batchFiles(folder).filter(({ name }) => name === 'input');
  const inputs = [...complete.map(({ id }) => join(folder, id, 'input')), ...(await draftInputs(folder))];
  let lines = 0;
  for (const input of inputs) {
    const results = join(dirname(input), 'results');
    if ((await holdsOneOf(input, texts)) || (await holdsOneOf(results, texts)))
      lines += await eraseRows({ input, results }, namedIn(texts));
  }
  return lines;
}

/** Removes bodies in the log of requests that name the person. */
function removeBodies(config: Config, { texts, fullNames }: NamedPerson): number {
  if (!existsSync(callsFile(config))) return 0;
  const store = new CallStore(callsFile(config));
  try {
    return store.eraseBodies([...formsIn(texts), ...fullNames]);
  } finally {
    store.close();
  }
}
