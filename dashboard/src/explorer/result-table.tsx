// The results of a search as a dense table with one line per record, in the order of the API. Checkboxes select rows; J
// and K move between rows, X selects, Enter opens.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { CopyButton } from '../components/copy-button.tsx';
import type { Row } from '../record/stored-records.ts';
import { useShortcuts } from '../shortcuts.ts';
import { RESULT_TEXTS } from '../texts/explorer-texts.ts';
import { CONTACT_KINDS, type ContactKind, hasRevealed, revealed } from './contacts.ts';
import { plainCell, type ResultColumn, rowKey } from './result-columns.tsx';

interface ResultTableProps {
  readonly caption: string;
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly Row[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** Shown below the rows, inside the scroll area. */
  readonly children?: ComponentChildren;
}

/** The contact columns, if any contact is revealed. */
export function contactColumns(account: string): readonly ResultColumn[] {
  return CONTACT_KINDS.filter((kind) => hasRevealed(account, kind)).map((kind) => ({
    ...{ key: kind, title: RESULT_TEXTS.contacts[kind], width: 15 },
    value: (row) => revealed(account, kind, rowKey(row))?.value ?? null,
    cell: (row) => <ContactCell {...{ account, kind }} url={rowKey(row)} />,
  }));
}

function ContactCell({ account, kind, url }: { account: string; kind: ContactKind; url: string }) {
  const contact = revealed(account, kind, url);
  if (contact === undefined) return null;
  if (contact === null) return <span class="muted">{RESULT_TEXTS.noContact}</span>;
  return (
    <span class="cell-contact">
      <span class={contact.note === 'valid' ? 'dot dot-good' : 'dot'} title={contact.note ?? RESULT_TEXTS.notChecked} />
      <span class="cell-contact-text">{contact.value}</span>
      <CopyButton text={contact.value} what={contact.value} />
    </span>
  );
}

/** The focused row, and keyboard navigation to its neighbours. */
function useRowKeys(selected: ReadonlySet<string>, onSelect: ResultTableProps['onSelect']) {
  const body = useRef<HTMLTableSectionElement>(null);
  const links = () => [...(body.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const at = () => links().findIndex((link) => link.closest('tr')?.contains(document.activeElement));
  const go = (step: number) => {
    const all = links();
    all[Math.max(0, Math.min(all.length - 1, at() + step))]?.focus();
  };
  useShortcuts([
    { keys: 'j', label: RESULT_TEXTS.next, run: () => go(1) },
    { keys: 'k', label: RESULT_TEXTS.previous, run: () => go(-1) },
    {
      ...{ keys: 'x', label: RESULT_TEXTS.select },
      run: () => {
        const key = links()[at()]?.closest('tr')?.dataset['key'];
        if (key !== undefined) onSelect(toggled(selected, key));
      },
    },
  ]);
  return body;
}

function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

export function ResultTable({ caption, columns, rows, selected, onSelect, children }: ResultTableProps) {
  const body = useRowKeys(selected, onSelect);
  const isAll = rows.length > 0 && rows.every((row) => selected.has(rowKey(row)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section class="result-scroll" tabIndex={0} aria-label={caption}>
      <table class="result-table">
        <caption class="unseen">{caption}</caption>
        <colgroup>
          <col style={{ width: '2.25rem' }} />
          {columns.map(({ key, width = 12 }) => (
            <col key={key} style={{ width: `${width}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label={RESULT_TEXTS.selectAll}
                checked={isAll}
                onChange={() => onSelect(isAll ? new Set() : new Set(rows.map(rowKey)))}
              />
            </th>
            {columns.map(({ key, title, isNumber }) => (
              <th key={key} scope="col" class={isNumber ? 'cell-number' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <ResultRow key={rowKey(row)} {...{ row, columns, selected, onSelect }} />
          ))}
        </tbody>
      </table>
      {children}
    </section>
  );
}

interface ResultRowProps extends Pick<ResultTableProps, 'columns' | 'selected' | 'onSelect'> {
  readonly row: Row;
}

function ResultRow({ row, columns, selected, onSelect }: ResultRowProps) {
  const key = rowKey(row);
  const isSelected = selected.has(key);
  const name = plainCell(columns[0]?.value(row));
  return (
    <tr data-key={key} class={isSelected ? 'row-selected' : ''}>
      <td>
        <input
          type="checkbox"
          aria-label={RESULT_TEXTS.selectOf(name)}
          checked={isSelected}
          onChange={() => onSelect(toggled(selected, key))}
        />
      </td>
      {columns.map((column) => (
        <td key={column.key} class={column.isNumber ? 'cell-number' : ''}>
          <div class="cell">{column.cell ? column.cell(row) : plainCell(column.value(row))}</div>
        </td>
      ))}
    </tr>
  );
}
