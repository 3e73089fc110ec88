// Maps the columns of an uploaded file to fields and shows its first rows. The server validates every change at once.
import { useEffect } from 'preact/hooks';
import { type Answer, request, type UploadState } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Select, TextField } from '../components/field.tsx';
import { notify } from '../components/notices.tsx';
import { Card } from '../components/page.tsx';
import { Failure, Loaded, Loading } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { keptSignal } from '../kept.ts';
import { useRemote } from '../remote.ts';
import { useSending } from '../sending.ts';
import { MAPPING_TEXTS } from '../texts/import-texts.ts';
import { type ChosenColumns, NO_FIELD, NONE_CHOSEN, withField } from './chosen-columns.ts';

type Preview = Answer<'POST /uploads/:id/preview'>;
type Kind = Preview['kind'];

interface Choices {
  readonly kind: Kind;
  readonly source: string;
  /** Empty: the first sheet of a workbook with known columns. */
  readonly sheet: string;
  /** Empty: detect from the headers. */
  readonly preset: string;
  readonly map: ChosenColumns;
}

const KINDS = [
  { value: 'people', label: MAPPING_TEXTS.kinds.people },
  { value: 'companies', label: MAPPING_TEXTS.kinds.companies },
  { value: 'jobs', label: MAPPING_TEXTS.kinds.jobs },
] as const;

/** The kind of rows that the file name suggests; null if it suggests none. */
function namedKind(file: string): Kind | null {
  if (/compan|account|organi[sz]ation|firm/i.test(file)) return 'companies';
  if (/job|opening|vacanc/i.test(file)) return 'jobs';
  return /people|person|contact|lead|employee|profile/i.test(file) ? 'people' : null;
}

/** How well the columns fit a kind: the number of mapped columns, divided by 100 if a required field is missing. */
function fitOf({ columns, problem }: Preview): number {
  const mapped = columns.filter(({ field }) => field !== null).length;
  return problem === null ? mapped : mapped / 100;
}

/** Bonus, in mapped columns, for the kind that the file name suggests. */
const NAME_WEIGHT = 1.5;

/** The kind with the most mapped columns. The file name decides if two kinds fit about equally. */
async function detectedKind({ id, file }: UploadState): Promise<Kind> {
  const named = namedKind(file);
  const fits: { readonly kind: Kind; readonly fit: number }[] = [];
  for (const { value: kind } of KINDS) {
    const result = await request('POST /uploads/:id/preview', { params: { id }, body: { kind } });
    if (result.ok) fits.push({ kind, fit: fitOf(result.answer) + (kind === named ? NAME_WEIGHT : 0) });
  }
  return fits.reduce((best, each) => (each.fit > best.fit ? each : best), { kind: 'people', fit: 0 }).kind;
}

interface MappingFormProps {
  readonly uploaded: UploadState;
  readonly onClose: () => void;
  readonly onStarted: () => void;
}

/** The form, shown once the kind of the rows is detected. */
export function MappingForm(props: MappingFormProps) {
  const { uploaded } = props;
  const choices = keptSignal<Choices | null>(`mapping.${uploaded.id}`, null);
  useEffect(() => {
    if (choices.value !== null) return;
    void detectedKind(uploaded).then((kind) => {
      choices.value ??= { kind, source: '', sheet: '', preset: '', map: NONE_CHOSEN };
    });
  }, []);
  if (choices.value === null)
    return (
      <Card title={MAPPING_TEXTS.title(uploaded.file)}>
        <Loading label={MAPPING_TEXTS.reading} lines={6} />
        <div>
          <Button onClick={props.onClose}>{MAPPING_TEXTS.later}</Button>
        </div>
      </Card>
    );
  return <ChosenMapping {...props} choices={choices as { value: Choices }} />;
}

interface ChosenMappingProps extends MappingFormProps {
  readonly choices: { value: Choices };
}

function ChosenMapping({ uploaded, choices, onClose, onStarted }: ChosenMappingProps) {
  const { kind, source, sheet, preset, map } = choices.value;
  const input = {
    kind,
    ...(source.trim() === '' ? {} : { source: source.trim() }),
    ...(sheet === '' ? {} : { sheet }),
    ...(preset === '' ? {} : { preset }),
    map: Object.entries(map.columns).map(([field, column]) => ({ field, column })),
  };
  const preview = useRemote(
    (signal) => request('POST /uploads/:id/preview', { params: { id: uploaded.id }, body: input, signal }),
    [uploaded.id],
    { choices: [kind, sheet, preset, map] },
  );
  const change = (changed: Partial<Choices>) => {
    choices.value = { ...choices.value, ...changed };
  };
  const sending = useSending({
    fields: [],
    send: () => request('POST /imports', { body: { upload: uploaded.id, ...input } }),
    onSent: () => {
      notify(MAPPING_TEXTS.started(uploaded.file));
      onStarted();
    },
  });
  return (
    <Card title={MAPPING_TEXTS.title(uploaded.file)}>
      {sending.failure && <Failure failure={sending.failure} />}
      <Choosing choices={choices.value} preview={preview.value} onChange={change} />
      <Loaded remote={preview} lines={6}>
        {(answer) => (
          <>
            <p class="muted">{MAPPING_TEXTS.readAs(answer.format, answer.preset)}</p>
            <Columns preview={answer} map={map} onMap={(next) => change({ map: next })} />
            <FirstRows preview={answer} />
            {answer.problem && <p class="callout callout-warn">{screenWords(answer.problem)}</p>}
          </>
        )}
      </Loaded>
      <div class="row">
        {preview.value && (
          <Button
            kind="primary"
            isBusy={sending.isBusy}
            isDisabled={preview.value.problem !== null}
            onClick={sending.submit}
          >
            {MAPPING_TEXTS.start}
          </Button>
        )}
        <Button onClick={onClose}>{MAPPING_TEXTS.later}</Button>
      </div>
    </Card>
  );
}

/** Replaces the importer's terms in a message with those of this screen. */
function screenWords(problem: string): string {
  return problem.replace(/--map \S+: /, '').replace(/--source\b/, MAPPING_TEXTS.source);
}

interface ChoosingProps {
  readonly choices: Choices;
  readonly preview: Preview | undefined;
  readonly onChange: (changed: Partial<Choices>) => void;
}

function Choosing({ choices: { kind, source, preset }, preview, onChange }: ChoosingProps) {
  const presets = (preview?.presets ?? []).map((name) => ({ value: name, label: name }));
  const sheets = (preview?.sheets ?? []).map((name) => ({ value: name, label: name }));
  return (
    <div class="fields-row">
      <Select
        label={MAPPING_TEXTS.kind}
        value={kind}
        options={KINDS}
        onSelect={(next) => onChange({ kind: next, preset: '', map: NONE_CHOSEN })}
      />
      <TextField
        label={MAPPING_TEXTS.source}
        hint={MAPPING_TEXTS.sourceHints[kind]}
        placeholder={preview?.source ?? ''}
        value={source}
        onText={(text) => onChange({ source: text })}
      />
      {sheets.length > 1 && (
        <Select
          label={MAPPING_TEXTS.sheet}
          hint={MAPPING_TEXTS.sheetHint}
          value={sheets[0]?.value ?? ''}
          options={sheets}
          onSelect={(next) => onChange({ sheet: next, preset: '', map: NONE_CHOSEN })}
        />
      )}
      <Select
        label={MAPPING_TEXTS.preset}
        value={preset}
        options={[{ value: '', label: MAPPING_TEXTS.byHeaders }, ...presets]}
        onSelect={(next) => onChange({ preset: next, map: NONE_CHOSEN })}
      />
    </div>
  );
}

interface ColumnsProps {
  readonly preview: Preview;
  readonly map: Choices['map'];
  readonly onMap: (map: Choices['map']) => void;
}

function Columns({ preview: { columns, fields, entry_fields: entries }, map, onMap }: ColumnsProps) {
  const options = [
    { value: NO_FIELD, label: MAPPING_TEXTS.notImported },
    ...fields.map(({ name, required }) => ({ value: name, label: required ? MAPPING_TEXTS.required(name) : name })),
  ];
  const optionsInList = [...options, ...entries.map((name) => ({ value: name, label: name }))];
  return (
    <Table
      caption={MAPPING_TEXTS.caption}
      isBare
      rows={columns}
      rowKey={({ header }) => header}
      columns={[
        {
          key: 'header',
          title: MAPPING_TEXTS.columns.column,
          value: ({ header }) => header,
          cell: ({ header }) => <strong>{header}</strong>,
        },
        {
          key: 'field',
          title: MAPPING_TEXTS.columns.field,
          value: ({ field }) => field ?? '',
          cell: ({ header, field, is_guess, is_in_list, party }) => (
            <span class="row mapping">
              <Select
                label={MAPPING_TEXTS.fieldOf(header)}
                isLabelUnseen
                value={field ?? NO_FIELD}
                options={is_in_list ? optionsInList : options}
                onSelect={(chosen) => onMap(withField(map, { column: header, before: field, field: chosen }))}
              />
              {is_guess && field !== null && <Badge kind="warn">{MAPPING_TEXTS.guess}</Badge>}
              {party !== null && <span class="muted">{MAPPING_TEXTS.ofParty(party)}</span>}
            </span>
          ),
        },
        {
          key: 'filled',
          title: MAPPING_TEXTS.columns.filled,
          value: ({ filled_percent }) => filled_percent,
          cell: ({ filled_percent, distinct_values }) => MAPPING_TEXTS.filled(filled_percent, distinct_values),
        },
        {
          key: 'samples',
          title: MAPPING_TEXTS.columns.samples,
          value: ({ samples }) => samples.join(' · '),
          cell: ({ samples, warning }) => (
            <span class="muted clip">
              {warning !== null && <strong>{warning} </strong>}
              {samples.join(' · ')}
            </span>
          ),
        },
      ]}
    />
  );
}

function FirstRows({ preview: { columns, first_rows: rows } }: { readonly preview: Preview }) {
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>{MAPPING_TEXTS.firstRowsOf(rows.length)}</summary>
      <Table
        caption={MAPPING_TEXTS.firstRows}
        isBare
        rows={rows.map((cells, at) => ({ at, cells }))}
        rowKey={({ at }) => at}
        columns={columns.map(({ header }, index) => ({
          key: `${index} ${header}`,
          title: header,
          value: ({ cells }: { cells: readonly string[] }) => cells[index] ?? '',
          cell: ({ cells }: { cells: readonly string[] }) => <span class="clip">{cells[index]}</span>,
        }))}
      />
    </details>
  );
}
