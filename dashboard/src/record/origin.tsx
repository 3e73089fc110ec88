// The origin of each field of a record, for operators: fields grouped by source, with the values of other rows; the
// imported rows; and the action that splits off wrongly merged rows.
import { type Answer, request } from '../api.ts';
import { Card } from '../components/page.tsx';
import { Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatDay } from '../format.ts';
import { useRemote } from '../remote.ts';
import { RECORD_TEXTS } from '../texts/record-texts.ts';
import type { RecordKind } from './record-address.ts';
import { SplitRecord } from './split-record.tsx';

type Provenance = Answer<'GET /records/explain'>;
type FieldRow = Provenance['fields'][number];
type RowPlace = NonNullable<FieldRow['from']>;

function placeText({ source, file, line }: RowPlace): string {
  return `${source}, ${file}${line === null ? '' : `:${line}`}`;
}

const { originColumns: COLUMNS, originStates: STATES } = RECORD_TEXTS;

const FIELDS: readonly Column<FieldRow>[] = [
  {
    key: 'field',
    title: COLUMNS.field,
    value: (row) => row.field,
    cell: (row) => <span class="mono">{row.field}</span>,
  },
  {
    key: 'value',
    title: COLUMNS.value,
    value: (row) => row.value,
    cell: (row) => (
      <>
        <span class="origin-value">{row.value}</span>
        {row.not_chosen.map((other) => (
          <span class="origin-other muted" key={`${other.value} ${placeText(other.from)}`}>
            {RECORD_TEXTS.insteadOf(other.value, placeText(other.from))}
          </span>
        ))}
      </>
    ),
  },
  {
    key: 'from',
    title: COLUMNS.row,
    value: (row) => (row.from === null ? '' : placeText(row.from)),
    isMinor: true,
  },
];

const ROWS: readonly Column<Provenance['rows'][number]>[] = [
  { key: 'place', title: COLUMNS.row, value: placeText },
  { key: 'run', title: COLUMNS.run, value: (row) => row.run, isNumber: true },
  { key: 'date', title: COLUMNS.date, value: (row) => row.date, cell: (row) => formatDay(row.date) },
  { key: 'state', title: COLUMNS.state, value: (row) => (row.replaced ? STATES.replaced : STATES.counts) },
];

export function Origin({ kind, slug }: { readonly kind: RecordKind; readonly slug: string }) {
  const remote = useRemote(
    (signal) => request('GET /records/explain', { query: { kind, named: slug }, signal }),
    [kind, slug],
  );
  return (
    <Card title={RECORD_TEXTS.origin}>
      <Loaded remote={remote} lines={6}>
        {({ slug: recordSlug, fields, rows }) => (
          <>
            <p class="muted">{RECORD_TEXTS.madeOf(rows.length)}</p>
            {[...Map.groupBy(fields, ({ from }) => from?.source ?? RECORD_TEXTS.byCardfile)].map(
              ([source, decided]) => (
                <details key={source} class="origin-source">
                  <summary>
                    <strong>{source}</strong> <span class="muted">{RECORD_TEXTS.fieldCount(decided.length)}</span>
                  </summary>
                  <Table
                    caption={RECORD_TEXTS.fieldsFrom(source)}
                    isBare
                    columns={FIELDS}
                    rows={decided}
                    rowKey={(row) => `${row.field} ${row.value}`}
                  />
                </details>
              ),
            )}
            <details class="origin-source">
              <summary>
                <strong>{RECORD_TEXTS.importedRows}</strong>{' '}
                <span class="muted">{RECORD_TEXTS.rowCount(rows.length)}</span>
              </summary>
              <Table
                caption={RECORD_TEXTS.importedRows}
                isBare
                columns={ROWS}
                rows={rows}
                rowKey={(row) => `${row.run} ${placeText(row)}`}
              />
            </details>
            <SplitRecord kind={kind} slug={recordSlug} rows={rows} placeText={placeText} onSplit={remote.reload} />
          </>
        )}
      </Loaded>
    </Card>
  );
}
