// The serving edition, without the records hidden since it was built. It is replaced by a new edition between two
// calls.
import type { Catalog, CatalogState } from '../catalog/port.ts';
import { inBackground } from '../ops/scheduling/fair-scheduler.ts';
import { atOnce } from '../ops/scheduling/work.ts';
import type { Hidden } from '../search/edition/hidden.ts';
import type { SearchableEdition } from '../search/edition/searchable-edition.ts';
import type { VocabularyField } from '../search/edition/terms/vocabularies.ts';
import type { Searchable } from './context.ts';
import { noEdition } from './edition-catalog.ts';
import { EditionRecords } from './edition-records.ts';
import { RecentVocabularies } from './recent-vocabularies.ts';

/** A searchable state, and the catalog state it was made for (null if there is none yet). */
interface Serving extends Searchable {
  readonly generation: number | null;
  readonly hiddenGeneration: number;
}

export class ServingEdition {
  readonly #catalog: Catalog;
  readonly #onDamage: (error: Error) => void;
  readonly #vocabularies = new RecentVocabularies();
  #serving: Serving | null = null;
  /** The state that is being prepared, shared by all calls that arrive meanwhile. */
  #coming: { readonly of: Serving; readonly hiddenGeneration: number; readonly state: Promise<Serving> } | null = null;

  /** `onDamage`: called once for an edition whose records cannot be read; the catalog is then used instead. */
  constructor(catalog: Catalog, onDamage: (error: Error) => void) {
    this.#catalog = catalog;
    this.#onDamage = onDamage;
  }

  /** Replaces the edition for all calls that begin later. */
  replace(edition: SearchableEdition): void {
    const hidden = atOnce(edition.hide({ people: [], companies: [] }));
    const records = new EditionRecords(edition, this.#onDamage);
    const at = { generation: null, hiddenGeneration: edition.hiddenGeneration };
    this.#serving = this.#servingAt({ edition, records }, hidden, at);
  }

  /** The records of the serving edition; null while no valid edition is loaded. */
  get records(): EditionRecords | null {
    return this.#serving?.records ?? null;
  }

  /** Rejects with DATA_SERVICE_ERROR while no valid edition is loaded. */
  async current(): Promise<Searchable> {
    const { generation, hiddenGeneration } = await this.#catalog.state();
    const serving = this.#serving;
    if (serving === null) throw noEdition();
    if (serving.hiddenGeneration !== hiddenGeneration) return this.#hidden(serving, { generation, hiddenGeneration });
    if (serving.generation === generation) return serving;
    return this.#renewed(serving, this.#servingAt(serving, serving.hidden, { generation, hiddenGeneration }));
  }

  /** The edition without the currently hidden records. */
  #hidden(serving: Serving, at: CatalogState): Promise<Serving> {
    const { hiddenGeneration } = at;
    if (this.#coming?.of === serving && this.#coming.hiddenGeneration === hiddenGeneration) return this.#coming.state;
    const state = this.#hide(serving, at);
    const coming = { of: serving, hiddenGeneration, state };
    this.#coming = coming;
    const clear = () => {
      if (this.#coming === coming) this.#coming = null;
    };
    state.then(clear, clear);
    return state;
  }

  async #hide(serving: Serving, at: CatalogState): Promise<Serving> {
    const hidden = await inBackground(serving.edition.hide(await this.#catalog.hidden()));
    return this.#renewed(serving, this.#servingAt(serving, hidden, at));
  }

  #renewed(serving: Serving, renewed: Serving): Serving {
    if (this.#serving === serving) this.#serving = renewed;
    return renewed;
  }

  #servingAt(
    { edition, records }: Pick<Serving, 'edition' | 'records'>,
    hidden: Hidden,
    at: Pick<Serving, 'generation' | 'hiddenGeneration'>,
  ): Serving {
    const version = `${edition.id} ${at.generation} ${at.hiddenGeneration}`;
    const vocabulary = (field: VocabularyField) =>
      this.#vocabularies.of(field, { edition, hidden }, at.hiddenGeneration);
    return { edition, records, hidden, version, vocabulary, ...at };
  }
}
