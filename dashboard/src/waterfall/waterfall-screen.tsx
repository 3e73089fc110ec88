// The screen Waterfall: the reader builds a cascade of steps and runs it for one company. Each result row shows the
// step that it matched. The address contains the form, and bought rows survive a reload.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { ApiFailure } from '../api.ts';
import { SamplesDialog } from '../call-samples.tsx';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Card, Page } from '../components/page.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { WebLink } from '../components/web-link.tsx';
import { fieldError } from '../field-errors.ts';
import { keptSignal } from '../kept.ts';
import { recordAddress } from '../record/record-address.ts';
import { Unconfirmed } from '../record/unconfirmed.tsx';
import { screenAddress } from '../screen-address.ts';
import { account, accountOfAddresses } from '../session.ts';
import { ChooseAccount } from '../shell/choose-account.tsx';
import { costOfRun, useCascade, WATERFALL_PATH, type WaterfallRow } from './cascade-run.ts';
import { CompanyField } from './company-field.tsx';
import { StepList } from './step-list.tsx';
import { newForm, readForm, type WaterfallForm, waterfallBody, writeForm } from './steps.ts';
import './waterfall.css';
import { WATERFALL_TEXTS } from '../texts/waterfall-texts.ts';

/** The state of the form: kept while the page is open, and part of the address after a run. */
function useForm() {
  const { query } = useLocation();
  const kept = keptSignal<WaterfallForm>('waterfall', newForm());
  const change = (part: Partial<WaterfallForm>) => {
    kept.value = { ...kept.value, ...part };
  };
  const { company: requested, form: written } = query;
  useEffect(() => {
    const read = written === undefined ? null : readForm(written);
    if (read) kept.value = read;
    else if (requested) change({ company: requested });
  }, [requested, written]);
  return { form: kept.value, change };
}

export function WaterfallScreen() {
  const { route } = useLocation();
  const { form, change } = useForm();
  const [isSampleOpen, setSampleOpen] = useState(false);
  const owner = account.value;
  const { tried, run } = useCascade(form, owner);
  const { failure } = tried;
  /** Runs the form and writes it into the address. */
  const runInAddress = () => {
    const latest = keptSignal<WaterfallForm>('waterfall', newForm()).value;
    route(screenAddress('/waterfall', { form: writeForm(latest) }, accountOfAddresses()), true);
    void run();
  };
  const latestRun = useRef(runInAddress);
  latestRun.current = runInAddress;
  return (
    <Page
      title={WATERFALL_TEXTS.title}
      lead={WATERFALL_TEXTS.lead}
      actions={
        <Button icon="code" onClick={() => setSampleOpen(true)}>
          {WATERFALL_TEXTS.asCode}
        </Button>
      }
    >
      <div class="waterfall">
        <form
          class="stack"
          aria-label={WATERFALL_TEXTS.title}
          onSubmit={(event) => {
            event.preventDefault();
            // Typed text reaches the form when its field loses focus, which happens with this event.
            setTimeout(() => latestRun.current());
          }}
        >
          <CascadeFields {...{ form, change, failure }} />
          <div class="row">
            <Button kind="primary" type="submit" icon="play" isBusy={tried.isLoading} isDisabled={owner === null}>
              {WATERFALL_TEXTS.run} <span class="button-price">{WATERFALL_TEXTS.price(costOfRun(form, owner))}</span>
            </Button>
            <Button kind="quiet" onClick={() => change(newForm())}>
              {WATERFALL_TEXTS.startOver}
            </Button>
          </div>
        </form>
        <Outcome tried={tried} stepCount={form.steps.length} hasOwner={owner !== null} />
      </div>
      <SamplesDialog
        call={{ path: WATERFALL_PATH, body: waterfallBody(form) }}
        isPaged={false}
        isOpen={isSampleOpen}
        onClose={() => setSampleOpen(false)}
      />
    </Page>
  );
}

interface CascadeFieldsProps {
  readonly form: WaterfallForm;
  readonly change: (part: Partial<WaterfallForm>) => void;
  readonly failure: ApiFailure | null;
}

function CascadeFields({ form, change, failure }: CascadeFieldsProps) {
  return (
    <>
      <CompanyField value={form.company} onValue={(company) => change({ company })} failure={failure} />
      <StepList steps={form.steps} onSteps={(steps) => change({ steps })} failure={failure} />
      <div class="waterfall-numbers">
        <TextField
          label={WATERFALL_TEXTS.rowsMax}
          type="number"
          min={1}
          max={100}
          value={form.resultsMax}
          onText={(resultsMax) => change({ resultsMax })}
          error={fieldError(failure, 'max_results')}
        />
        <TextField
          label={WATERFALL_TEXTS.connectionsMin}
          type="number"
          min={0}
          value={form.connectionsMin}
          onText={(connectionsMin) => change({ connectionsMin })}
          error={fieldError(failure, 'min_connections_count')}
        />
      </div>
    </>
  );
}

const COLUMNS: readonly Column<WaterfallRow>[] = [
  { key: 'ranking', title: WATERFALL_TEXTS.columns.rank, value: (row) => row.ranking, isNumber: true },
  {
    key: 'icp',
    title: WATERFALL_TEXTS.columns.step,
    value: (row) => row.icp,
    cell: (row) => <Badge kind="accent">{WATERFALL_TEXTS.step(row.icp)}</Badge>,
  },
  {
    key: 'full_name',
    title: WATERFALL_TEXTS.columns.name,
    value: (row) => row.person.full_name,
    cell: (row) => <a href={recordAddress('person', row.person.network_url)}>{row.person.full_name}</a>,
  },
  { key: 'job_title', title: WATERFALL_TEXTS.columns.title, value: (row) => row.person.job_title },
  { key: 'job_level', title: WATERFALL_TEXTS.columns.seniority, value: (row) => row.person.job_level, isMinor: true },
  {
    key: 'place',
    title: WATERFALL_TEXTS.columns.place,
    value: (row) => [row.person.location?.city, row.person.location?.country_code].filter(Boolean).join(', '),
    isMinor: true,
  },
  {
    key: 'network_url',
    title: WATERFALL_TEXTS.columns.profile,
    value: (row) => row.person.network_url,
    cell: (row) => <WebLink address={row.person.network_url}>{WATERFALL_TEXTS.profile}</WebLink>,
    isMinor: true,
  },
];

interface OutcomeProps {
  readonly tried: ReturnType<typeof useCascade>['tried'];
  readonly stepCount: number;
  readonly hasOwner: boolean;
}

function Outcome({ tried: { rows, failure, isLoading, stored }, stepCount, hasOwner }: OutcomeProps) {
  if (!hasOwner)
    return <ChooseAccount title={WATERFALL_TEXTS.chooseAccount}>{WATERFALL_TEXTS.chooseAccountHint}</ChooseAccount>;
  if (isLoading && rows === null) return <Loading label={WATERFALL_TEXTS.running} lines={6} />;
  if (failure) return <Failure failure={failure} />;
  if (rows === null)
    return (
      <Empty title={WATERFALL_TEXTS.notRun} icon="steps">
        {WATERFALL_TEXTS.notRunHint}
      </Empty>
    );
  if (!stored.isConfirmed) return <Unconfirmed {...stored} />;
  const perStep = Array.from({ length: stepCount }, (_, at) => rows.filter(({ icp }) => icp === at + 1).length);
  return (
    <Card title={WATERFALL_TEXTS.people(rows.length)}>
      <p class="row muted">
        {perStep.map((count, at) => (
          <span key={at}>
            {WATERFALL_TEXTS.step(at + 1)}: <span class="number">{count}</span>
          </span>
        ))}
      </p>
      <Table
        caption={WATERFALL_TEXTS.rows}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.ranking}
        empty={<Empty title={WATERFALL_TEXTS.noMatches}>{WATERFALL_TEXTS.noMatchesHint}</Empty>}
      />
    </Card>
  );
}
