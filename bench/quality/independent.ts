// Hard cases of a second author, written without knowledge of the rules or of the other kinds: families of rows as they
// occur in CRMs, each with the reason of its label (independent-people.txt, independent-companies.txt).
import { readFileSync } from 'node:fs';
import type { TruthKind } from './import-truth.ts';
import type { Half, RowValues, TruthPair, TruthRow, TruthSet } from './truth.ts';

/** `look`: the rows are not sufficient, a careful reader would look it up. Such a pair belongs to the reviews. */
type Label = 'same' | 'diff' | 'look';

export interface IndependentSet extends TruthSet {
  /** The reason of the label of each pair, by its first row. */
  readonly reasons: ReadonlyMap<string, string>;
  /** Pairs that the rows do not decide: they must stay apart, and should be reviewed. */
  readonly undecided: readonly TruthPair[];
}

const SECOND = 'second: ';
const HEAD = /^# (.+) (same|diff|look): (.+)$/;

/** The families of one half, or of both. */
export function independentSet(kind: TruthKind, half: Half | 'both'): IndependentSet {
  const text = readFileSync(new URL(`./independent-${kind}.txt`, import.meta.url), 'utf8');
  const rows: TruthRow[] = [];
  const pairs: TruthPair[] = [];
  const undecided: TruthPair[] = [];
  const reasons = new Map<string, string>();
  for (const [number, block] of text.trim().split('\n\n').entries()) {
    const [head = '', ...lines] = block.split('\n');
    const [, name = '', label, reason = ''] = HEAD.exec(head) ?? [];
    if (label === undefined) throw new Error(`no label in ${head}`);
    const family = `${name} ${number}`;
    // All misses of the first families were read before the rules were changed; the second families were written after
    // that.
    if (half !== 'both' && (name.startsWith(SECOND) ? 'held-out' : 'tune') !== half) continue;
    const own = lines.map((line, index): TruthRow => {
      const entity = `${family} ${line.charAt(0)}`;
      const file = index === 0 || number % 2 === 0 ? 'first' : 'second';
      return { id: `${family} ${index}`, entity, file, values: valuesOf(kind, line.slice(2)) };
    });
    rows.push(...own);
    for (const [at, a] of own.entries()) {
      for (const b of own.slice(at + 1)) {
        const pair = { kind: name, isSame: a.entity === b.entity, a: a.id, b: b.id };
        reasons.set(a.id, reason);
        (label === 'look' ? undecided : pairs).push(pair);
        if (label !== 'look' && pair.isSame !== (label as Label).startsWith('same')) throw new Error(head);
      }
    }
  }
  return { rows, pairs, undecided, reasons };
}

/** Headers as CRMs write them: the import maps them. */
const HEADERS: Readonly<Record<TruthKind, Readonly<Record<string, string>>>> = {
  people: {
    ...{ name: 'Full Name', title: 'Job Title', company: 'Company', domain: 'Company Domain', email: 'Email' },
    ...{ phone: 'Phone', city: 'City', state: 'State', country: 'Country', url: 'Profile URL', crm_id: 'crm_id' },
    ...{ github: 'github_handle' },
  },
  companies: {
    ...{ name: 'Company Name', website: 'Website', city: 'City', state: 'State', country: 'Country', phone: 'Phone' },
    ...{ lei: 'lei', isin: 'isin', registry_number: 'registry_number', crm_id: 'crm_id' },
  },
};

function valuesOf(kind: TruthKind, line: string): RowValues {
  const fields = line.split('; ').map((field) => {
    const at = field.indexOf('=');
    const header = HEADERS[kind][field.slice(0, at)];
    if (header === undefined) throw new Error(`no header for ${field}`);
    return [header, field.slice(at + 1)] as const;
  });
  // All rows of a file have all columns.
  const empty = Object.values(HEADERS[kind]).map((header) => [header, ''] as const);
  return Object.fromEntries([...empty, ...fields]);
}
