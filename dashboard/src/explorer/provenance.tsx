// Origin of each field of a record, for operators: the deciding row and the values of other rows.
import { type Answer, ask } from '../api.ts';
import { Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatDay, formatPlural } from '../format.ts';
import { useRemote } from '../remote.ts';
import { SplitRecord } from './split-record.tsx';

type Provenance = Answer<'GET /records/explain'>;
type FieldRow = Provenance['fields'][number];
type RowPlace = NonNullable<FieldRow['from']>;

interface ProvenanceViewProps {
  readonly kind: 'company' | 'person';
  /** Its profile URL. */
  readonly named: string;
}

function placeText({ source, file, line }: RowPlace): string {
  return `${source}, ${file}${line === null ? '' : `:${line}`}`;
}

const FIELDS: readonly Column<FieldRow>[] = [
  { key: 'field', title: 'Field', value: (row) => row.field, cell: (row) => <span class="mono">{row.field}</span> },
  {
    key: 'value',
    title: 'Value',
    value: (row) => row.value,
    cell: (row) => (
      <>
        <span class="provenance-value">{row.value}</span>
        {row.beat.map((other) => (
          <span class="provenance-beat muted" key={`${other.value} ${placeText(other.from)}`}>
            instead of {other.value} ({placeText(other.from)})
          </span>
        ))}
      </>
    ),
  },
  {
    key: 'from',
    title: 'From',
    value: (row) => (row.from === null ? 'set by Cardfile' : placeText(row.from)),
  },
];

const ROWS: readonly Column<Provenance['rows'][number]>[] = [
  { key: 'place', title: 'Row', value: placeText },
  { key: 'run', title: 'Import', value: (row) => row.run, isNumber: true },
  { key: 'date', title: 'Of', value: (row) => row.date, cell: (row) => formatDay(row.date) },
  { key: 'state', title: 'State', value: (row) => (row.replaced ? 'replaced later' : 'counts') },
];

export function ProvenanceView({ kind, named }: ProvenanceViewProps) {
  const remote = useRemote((signal) => ask('GET /records/explain', { query: { kind, named }, signal }), [kind, named]);
  return (
    <Loaded remote={remote} lines={6}>
      {({ slug, fields, rows }) => (
        <div class="stack">
          <p class="muted">Made of {formatPlural(rows.length, 'imported row')}.</p>
          <Table
            caption="Origin of the fields"
            isBare
            columns={FIELDS}
            rows={fields}
            rowKey={(row) => `${row.field} ${row.value}`}
          />
          <Table
            caption="Imported rows"
            isBare
            columns={ROWS}
            rows={rows}
            rowKey={(row) => `${row.run} ${placeText(row)}`}
          />
          <SplitRecord kind={kind} slug={slug} rows={rows} placeText={placeText} onSplit={remote.reload} />
        </div>
      )}
    </Loaded>
  );
}
