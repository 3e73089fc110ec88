// The records of the dashboard on a serving node, which has no catalog: the edition, and a sentence for all else.
import { Refusal } from '../refusal.ts';
import type { Records, Uploads } from './records-port.ts';

/** `builder`: where people find the catalog. */
export function recordsWithoutCatalog({ edition }: Pick<Records, 'edition'>, builder: () => string | null) {
  const refuse = async (): Promise<never> => {
    throw new Refusal(
      'DATA_SERVICE_UNAVAILABLE',
      `this server has no catalog: open the dashboard of the builder at ${builder()}`,
    );
  };
  const records: Records = {
    edition,
    coverage: async () => null,
    ...{ figures: refuse, suppress: refuse, release: refuse, explain: refuse, suppressions: refuse },
    ...{ undo: refuse, split: refuse, merge: refuse, forget: refuse, reviews: refuse, decideReview: refuse },
  };
  const uploads: Uploads = {
    imports: async () => [],
    ...{ list: refuse, begin: refuse, append: refuse, preview: refuse, remove: refuse, importOf: refuse },
    ...{ start: refuse, rejects: refuse },
    close: async () => undefined,
  };
  return { records, uploads };
}
