// The edition that serves now, with the records hidden since it was built taken out. A new one replaces it between two calls.
import type { Catalog } from '../catalog/port.ts';
import { ApiError } from '../contract/errors.ts';
import type { Edition } from '../search/edition/edition.ts';
import type { Searchable } from './context.ts';

export class ServingEdition {
  readonly #catalog: Catalog;
  #searchable: (Searchable & { hiddenGeneration: number }) | null = null;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** Calls that begin from now on are answered from this edition. */
  replace(edition: Edition): void {
    const hidden = edition.hide({ people: [], companies: [] });
    this.#searchable = { edition, hidden, hiddenGeneration: edition.hiddenGeneration };
  }

  /** Rejects with DATA_SERVICE_ERROR while there is no sound edition. */
  async current(): Promise<Searchable> {
    const { hiddenGeneration } = await this.#catalog.state();
    const serving = this.#searchable;
    if (serving === null) {
      throw new ApiError('DATA_SERVICE_ERROR', 'the search index is being built; try again in a moment', {
        headers: { 'retry-after': '5' },
      });
    }
    if (serving.hiddenGeneration === hiddenGeneration) return serving;
    const hidden = serving.edition.hide(await this.#catalog.hidden());
    const renewed = { edition: serving.edition, hidden, hiddenGeneration };
    if (this.#searchable === serving) this.#searchable = renewed;
    return renewed;
  }
}
