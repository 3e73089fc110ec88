// One edition of all records of a catalog, built in memory, for comparison with layers.
import type { Catalog } from '../../src/catalog/port.ts';
import { classify } from '../../src/import/titles/classify.ts';
import { packInMemory } from '../../src/search/edition/bodies/pack-image.ts';
import { MemoryOutput } from '../../src/search/edition/bodies/pack-output.ts';
import { PackWriter } from '../../src/search/edition/bodies/pack-writer.ts';
import { writeLookups } from '../../src/search/edition/bodies/write-lookups.ts';
import { writeRecords } from '../../src/search/edition/bodies/write-records.ts';
import { buildEdition } from '../../src/search/edition/build/build-edition.ts';
import { Edition } from '../../src/search/edition/edition.ts';
import type { LayerStack } from '../../src/search/edition/layers/layer-stack.ts';

/** One edition of the current records, with the companies in the same order as in the layers. */
export function wholeEdition(catalog: Pick<Catalog, 'documents'>, { editions }: LayerStack): Edition {
  const documents = catalog.documents();
  const orderKeyOf = (one: { readonly id: number; readonly employee_count: number | null; readonly slug: string }) => {
    const layer = editions.find((edition) => edition.companyDocOf(one.id) >= 0);
    if (!layer) return one;
    const doc = layer.companyDocOf(one.id);
    const employees = layer.index.companies.employees.at(doc);
    return { employee_count: employees === 0 ? null : employees - 1, slug: String(layer.slugs?.company(doc)) };
  };
  const { buffer, content } = filesOf(documents, { roleOf: classify, orderKeyOf });
  documents.close();
  return Edition.openAgain({ buffer, pack: packInMemory(content) });
}

/** The files of one edition of all records: its index and its pack. */
export function editionFiles(catalog: Pick<Catalog, 'documents'>): readonly [index: Uint8Array, pack: Uint8Array] {
  const documents = catalog.documents();
  const { buffer, content } = filesOf(documents, { roleOf: classify });
  documents.close();
  return [new Uint8Array(buffer), content];
}

function filesOf(documents: ReturnType<Catalog['documents']>, options: Parameters<typeof buildEdition>[1]) {
  const buffer = buildEdition(documents, options);
  const output = new MemoryOutput();
  const pack = new PackWriter(output, Edition.openAgain({ buffer, pack: null }).id);
  writeRecords(buffer, documents.bodies, { pack, spillPath: '/nowhere' });
  writeLookups(buffer, documents, { pack, spillPath: '/nowhere' });
  pack.finish();
  return { buffer, content: output.content() };
}
