// The fields of one space during an edition build, derived from the table of searchable fields. There is one column for
// each field. It is filled row by row and written in document order.
import {
  type FieldIn,
  type FieldSpace,
  type NumberField,
  SEARCH_FIELDS,
  SEPARATELY_STORED_FIELDS,
  type SearchFieldName,
  type TextField,
  type ValueField,
} from '../../../contract/fields.ts';
import { assert } from '../../../ops/assert.ts';
import { sliceColumn } from '../columns/sliced-column.ts';
import { asValue, wordsAndWhole } from '../terms/field-terms.ts';
import { FieldColumn, OwnTextColumn } from './field-column.ts';
import { type EditionDraft, writeOwnTexts, writeValues } from './field-writer.ts';
import { GrowableNumbers } from './growable.ts';

/** The values of a row by field. */
type Row = Readonly<Record<string, unknown>>;

interface Column {
  push(row: Row): void;
  /** Writes the column. Document i is row `order[i]`. */
  write(draft: EditionDraft, order: Uint32Array): void;
}

/** All fields of a space except the fields that its writer stores in separate columns. */
export class SpaceFields<In extends FieldSpace> {
  readonly #columns: readonly Column[];
  readonly #numbers = new Map<NumberField, GrowableNumbers>();

  constructor(space: In) {
    const names = (Object.keys(SEARCH_FIELDS) as FieldIn<In>[]).filter(
      (name) => SEARCH_FIELDS[name].space === space && !SEPARATELY_STORED_FIELDS.includes(name),
    );
    this.#columns = names.map((name) => this.#columnOf(name));
  }

  /** The numbers of a field by row, each plus 1; 0 if unknown. */
  numbers(name: NumberField): GrowableNumbers {
    const numbers = this.#numbers.get(name);
    assert(numbers, 'a number field of the space');
    return numbers;
  }

  push(row: object): void {
    for (const column of this.#columns) column.push(row as Row);
  }

  write(draft: EditionDraft, order: Uint32Array): void {
    for (const column of this.#columns) column.write(draft, order);
  }

  #columnOf(name: SearchFieldName): Column {
    if (SEARCH_FIELDS[name].kind !== 'number') return textColumn(name);
    const numbers = new GrowableNumbers();
    this.#numbers.set(name as NumberField, numbers);
    return numberColumn(name as NumberField, numbers);
  }
}

function textColumn(name: SearchFieldName): Column {
  const field = SEARCH_FIELDS[name];
  const member = 'of' in field ? field.of : name;
  if (field.kind === 'words' && field.texts === 'own') return ownTextColumn(name as TextField, member);
  const column = new FieldColumn(field.kind === 'value' ? asValue : wordsAndWhole);
  return {
    push:
      'list' in field
        ? (row) => column.push(row[member] as readonly string[])
        : (row) => column.pushShared(row[member] as string | null),
    write:
      field.kind === 'value'
        ? (draft, order) => writeValues(draft, name as ValueField, column.inOrder(order))
        : (draft, order) => void draft.terms.write(name as TextField, column.inOrder(order)),
  };
}

function ownTextColumn(name: TextField, member: string): Column {
  const column = new OwnTextColumn();
  return {
    push: (row) => column.push(row[member] as string | null),
    write: (draft, order) => writeOwnTexts(draft, name, column.inOrder(order)),
  };
}

/** The largest number that can be stored; larger numbers are reduced to it. */
const NUMBER_MAX = 0xffff_fffe;

/** Stores each number plus 1; 0 if unknown. */
function numberColumn(name: NumberField, column: GrowableNumbers): Column {
  return {
    push: (row) => {
      const value = row[name] as number | null;
      assert(value === null || value >= 0, 'a number is 0 or more');
      column.push(value === null ? 0 : Math.min(value, NUMBER_MAX) + 1);
    },
    write: (draft, order) => draft.file.add(`${name}.numbers`, sliceColumn(column.pick(order))),
  };
}
