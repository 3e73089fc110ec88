// Tables with sorting, a text filter and CSV export. A row that opens something has a button in its first cell, for the
// keyboard. There is no paging: all rows are shown.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { csvText, saveFile } from '../csv.ts';
import { formatCount } from '../format.ts';
import { TABLE_TEXTS } from '../texts/component-texts.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { Icon } from './icon.tsx';

type Plain = string | number | boolean | null | undefined;

export interface Column<Row> {
  /** Header of the column in the exported file. */
  readonly key: string;
  readonly title: string;
  /** Value for sorting, filtering and export. */
  readonly value: (row: Row) => Plain;
  /** Cell content; by default the value, with numbers formatted for the locale of the reader. */
  readonly cell?: (row: Row) => ComponentChildren;
  /** Right-aligns the column. */
  readonly isNumber?: boolean;
  /** Hidden on screens narrower than 720 pixels. */
  readonly isMinor?: boolean;
  /** A column of buttons: not sorted, not exported, and only screen readers get its title. */
  readonly isActions?: boolean;
}

interface TableProps<Row> {
  /** Name of the table, for screen readers and the file name. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Opens the row: by a click anywhere in it, or by a button around the first cell. */
  readonly onOpen?: (row: Row) => void;
  /** Omits the filter and the export, for small tables. */
  readonly isBare?: boolean;
  /** Shown if there are no rows at all. */
  readonly empty?: ComponentChildren;
  /** The initial order. */
  readonly sortedBy?: { readonly key: string; readonly isDescending: boolean };
  /** Controls next to the filter. */
  readonly tools?: ComponentChildren;
}

interface Order {
  readonly key: string;
  readonly isDescending: boolean;
}

function compared(a: Plain, b: Plain): number {
  // Unknown values are last in both directions.
  if (a === b) return 0;
  if (a === null || a === undefined || a === '') return 1;
  if (b === null || b === undefined || b === '') return -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: 'base' });
}

function isUnknown(value: Plain): boolean {
  return value === null || value === undefined || value === '';
}

function sorted<Row>(rows: readonly Row[], column: Column<Row> | undefined, isDescending: boolean): readonly Row[] {
  if (!column) return rows;
  return rows.toSorted((a, b) => {
    const [left, right] = [column.value(a), column.value(b)];
    const order = compared(left, right);
    return isDescending && !isUnknown(left) && !isUnknown(right) ? -order : order;
  });
}

function shownValue(value: Plain): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'number' ? formatCount(value) : String(value);
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, isBare = false, empty } = props;
  const [words, setWords] = useState('');
  const [order, setOrder] = useState<Order | null>(props.sortedBy ?? null);
  if (rows.length === 0 && empty) return <>{empty}</>;

  const valued = columns.filter((column) => !column.isActions);
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const kept =
    wanted.length === 0
      ? rows
      : rows.filter((row) => {
          const text = valued
            .map((column) => String(column.value(row) ?? ''))
            .join('\n')
            .toLowerCase();
          return wanted.every((word) => text.includes(word));
        });
  const shown = sorted(
    kept,
    columns.find((column) => column.key === order?.key),
    order?.isDescending ?? false,
  );
  const save = () => {
    const lines = shown.map((row) => valued.map((column) => column.value(row)));
    saveFile(`${caption.toLowerCase().replace(/\W+/g, '-')}.csv`, csvText([valued.map(({ key }) => key), ...lines]));
  };

  return (
    <div class="table-frame">
      {!isBare && (
        <Tools {...{ caption, words, setWords, save }} kept={kept.length} all={rows.length} extra={props.tools} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <div class="table-scroll" tabIndex={0}>
        <table>
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading key={column.key} column={column} order={order} onOrder={setOrder} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <TableRow key={props.rowKey(row)} row={row} columns={columns} onOpen={props.onOpen} />
            ))}
            {shown.length === 0 && (
              <tr>
                <td colSpan={columns.length} class="muted table-none">
                  {rows.length === 0 ? TABLE_TEXTS.none : TABLE_TEXTS.noMatch}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface ToolsProps {
  readonly caption: string;
  readonly words: string;
  readonly setWords: (words: string) => void;
  readonly save: () => void;
  readonly kept: number;
  readonly all: number;
  readonly extra: ComponentChildren;
}

function Tools({ caption, words, setWords, save, kept, all, extra }: ToolsProps) {
  return (
    <div class="table-tools">
      <TextField
        label={TABLE_TEXTS.filterOf(caption)}
        isLabelUnseen
        type="search"
        placeholder={TABLE_TEXTS.filter}
        value={words}
        onText={setWords}
      />
      {extra}
      <span class="table-count muted" role="status">
        {TABLE_TEXTS.rows(kept, all)}
      </span>
      <Button kind="quiet" icon="download" onClick={save} label={TABLE_TEXTS.csvOf(caption)}>
        {TABLE_TEXTS.csv}
      </Button>
    </div>
  );
}

interface HeadingProps<Row> {
  readonly column: Column<Row>;
  readonly order: Order | null;
  readonly onOrder: (order: Order) => void;
}

function columnClass<Row>({ isNumber, isMinor, isActions }: Column<Row>): string {
  return [isNumber ? 'cell-number' : '', isMinor ? 'cell-minor' : '', isActions ? 'cell-actions' : ''].join(' ').trim();
}

function Heading<Row>({ column, order, onOrder }: HeadingProps<Row>) {
  if (column.isActions)
    return (
      <th scope="col" class={columnClass(column)}>
        <span class="unseen">{column.title}</span>
      </th>
    );
  const isSorted = order?.key === column.key;
  const isDescending = isSorted && order.isDescending;
  // Number columns sort descending first.
  const next = isSorted ? !isDescending : (column.isNumber ?? false);
  return (
    <th
      scope="col"
      class={columnClass(column)}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" class="sort" onClick={() => onOrder({ key: column.key, isDescending: next })}>
        {column.title}
        <span class={isSorted ? 'sort-mark' : 'sort-mark sort-mark-off'}>
          <Icon name={isDescending ? 'down' : 'up'} />
        </span>
      </button>
    </th>
  );
}

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly onOpen: ((row: Row) => void) | undefined;
}

function TableRow<Row>({ row, columns, onOpen }: TableRowProps<Row>) {
  const open = onOpen && (() => onOpen(row));
  const onClick = (event: MouseEvent) => {
    // Clicks on buttons and links, and text selections, do not open the row.
    const isOwn = event.target instanceof Element && event.target.closest('button, a, input, select');
    if (open && !isOwn && getSelection()?.isCollapsed !== false) open();
  };
  return (
    <tr class={open ? 'row-opens' : ''} onClick={onClick}>
      {columns.map((column, index) => {
        const content = column.cell ? column.cell(row) : shownValue(column.value(row));
        return (
          <td key={column.key} class={columnClass(column)}>
            {open && index === 0 ? (
              <button type="button" class="row-open" onClick={open}>
                {content}
              </button>
            ) : (
              content
            )}
          </td>
        );
      })}
    </tr>
  );
}
