// The columns of an uploaded list with their first values, and the field that each column maps to.
import type { Signal } from '@preact/signals';
import type { ListDraft } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Select } from '../components/field.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatShare } from '../format.ts';
import { ENRICH_TEXTS, fieldLabel } from '../texts/enrich-texts.ts';
import type { ListChoices, Offer } from './list-choices.ts';

interface ListColumnsProps {
  readonly draft: ListDraft;
  readonly offer: Offer;
  readonly choices: Signal<ListChoices>;
}

export function ListColumns({ draft, offer, choices }: ListColumnsProps) {
  const { kind } = offer;
  const fields = choices.value.fields[kind];
  const options = [
    { value: '', label: ENRICH_TEXTS.unused },
    ...offer.fields.map((field) => ({ value: field, label: fieldLabel(field) })),
  ];
  const choose = (header: string, field: string) => {
    // A field has at most one column.
    const others = Object.entries(fields).filter(([column, taken]) => column !== header && taken !== field);
    const next = { ...Object.fromEntries(others), [header]: field };
    choices.value = { ...choices.value, fields: { ...choices.value.fields, [kind]: next } };
  };
  const columns: readonly Column<ListDraft['columns'][number]>[] = [
    {
      ...{ key: 'header', title: ENRICH_TEXTS.column, value: ({ header }) => header },
      cell: ({ header }) => <strong>{header}</strong>,
    },
    {
      ...{ key: 'field', title: ENRICH_TEXTS.holds, value: ({ header }) => fields[header] ?? '' },
      cell: ({ header }) => (
        <span class="list-field">
          <Select
            label={ENRICH_TEXTS.holdsOf(header)}
            isLabelUnseen
            value={offer.fields.includes(fields[header] ?? '') ? (fields[header] ?? '') : ''}
            options={options}
            onSelect={(field) => choose(header, field)}
          />
          {fields[header] && draft.guesses[kind][header] === fields[header] && (
            <Badge kind="warn">{ENRICH_TEXTS.guess}</Badge>
          )}
        </span>
      ),
    },
    {
      ...{ key: 'filled', title: ENRICH_TEXTS.filled, isNumber: true, isMinor: true },
      value: ({ filled_percent }) => filled_percent,
      cell: ({ filled_percent }) => formatShare(filled_percent / 100),
    },
    {
      ...{ key: 'samples', title: ENRICH_TEXTS.samples, value: ({ samples }) => samples.join(' · ') },
      cell: ({ samples }) => <span class="muted clip">{samples.join(' · ')}</span>,
    },
  ];
  return (
    <Table
      caption={ENRICH_TEXTS.columns}
      isBare
      rows={draft.columns}
      rowKey={({ header }) => header}
      columns={columns}
    />
  );
}
