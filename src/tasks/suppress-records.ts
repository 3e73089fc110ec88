// Adds entries to the suppression list, and removes the stored answers of repeated requests, which may contain hidden
// records.
import { withAccounts } from '../app/account-stores.ts';
import { openCatalogWriter } from '../app/catalog-writers.ts';
import type { Config } from '../app/config.ts';
import type { CatalogWriter, NewSuppression } from '../catalog/writer-port.ts';

type Hidden = Awaited<ReturnType<CatalogWriter['suppress']>>;

/** Returns for each entry, in order, the number of records that it hides. */
export async function suppressRecords(
  config: Config,
  entries: readonly NewSuppression[],
  at: string,
): Promise<Hidden[]> {
  const hidden = await listed(config, entries, at);
  if (hidden.some(({ hiddenPeople, hiddenCompanies }) => hiddenPeople + hiddenCompanies > 0))
    await removeStoredAnswers(config);
  return hidden;
}

async function listed(config: Config, entries: readonly NewSuppression[], at: string): Promise<Hidden[]> {
  const writer = openCatalogWriter(config);
  try {
    const hidden: Hidden[] = [];
    for (const entry of entries) hidden.push(await writer.suppress(entry, at));
    return hidden;
  } finally {
    writer.close();
  }
}

/**
 * Removes the stored answers of all charged calls: many contain no identifier of the record, only an address for
 * example. A repeated request is executed again, free of charge.
 */
async function removeStoredAnswers(config: Config): Promise<void> {
  await withAccounts(config, ({ admin }) => admin.removeAnswers('charged'));
}
