// The screen Waterfall: a cascade of steps is put together, tried at one company, and its rows shown with the step that matched each.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { PersonWire } from '../../../src/contract/records.ts';
import { type ApiFailure, callV2 } from '../api.ts';
import { SamplesDialog } from '../call-samples.tsx';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { announce } from '../components/notices.tsx';
import { Card, Page } from '../components/page.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { priceOf } from '../endpoints.ts';
import { fieldError } from '../field-errors.ts';
import { formatPlural } from '../format.ts';
import { keptSignal } from '../kept.ts';
import { WebLink } from '../record/facts.tsx';
import { account } from '../session.ts';
import { StepList } from './step-list.tsx';
import { newForm, type WaterfallForm, waterfallBody } from './steps.ts';
import './waterfall.css';

interface WaterfallRow {
  /** The step, from 1. */
  readonly icp: number;
  readonly ranking: number;
  readonly person: PersonWire;
}

const PATH = '/v2/search/waterfall-icp-keyword';

interface Tried {
  readonly rows: readonly WaterfallRow[] | null;
  readonly failure: ApiFailure | null;
  readonly isLoading: boolean;
}

/** Runs the cascade, at the price of a call. */
function useCascade(form: WaterfallForm, owner: string | null) {
  const [tried, setTried] = useState<Tried>({ rows: null, failure: null, isLoading: false });
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);
  const run = async () => {
    if (owner === null) return;
    asking.current?.abort();
    const mine = new AbortController();
    asking.current = mine;
    setTried((before) => ({ ...before, failure: null, isLoading: true }));
    const body = waterfallBody(form);
    const answer = await callV2({ method: 'POST', path: PATH, body, account: owner, signal: mine.signal });
    if (mine.signal.aborted) return;
    const rows = answer.failure ? null : (answer.body as { results: readonly WaterfallRow[] }).results;
    setTried({ rows, failure: answer.failure, isLoading: false });
    announce(rows ? `${formatPlural(rows.length, 'row')} found` : (answer.failure?.message ?? ''));
  };
  return { tried, run };
}

export function WaterfallScreen() {
  const { query } = useLocation();
  const kept = keptSignal<WaterfallForm>('waterfall', newForm());
  const form = kept.value;
  const change = (part: Partial<WaterfallForm>) => {
    kept.value = { ...kept.value, ...part };
  };
  const asked = query['company'];
  useEffect(() => {
    if (asked) change({ company: asked });
  }, [asked]);
  const [isSampleOpen, setSampleOpen] = useState(false);
  const owner = account.value;
  const { tried, run } = useCascade(form, owner);
  const { failure } = tried;
  return (
    <Page
      title="Waterfall"
      lead="Find decision-makers at one company: all matches of the first step, then of the second, until the limit is reached. No duplicates."
      actions={
        <Button icon="copy" onClick={() => setSampleOpen(true)}>
          As code…
        </Button>
      }
    >
      <div class="waterfall">
        <form
          class="stack"
          aria-label="Waterfall"
          onSubmit={(event) => {
            event.preventDefault();
            // Typed text joins the query when the field loses focus, which is only now.
            setTimeout(() => void run());
          }}
        >
          <CascadeFields {...{ form, change, failure }} />
          <div class="row">
            <Button kind="primary" type="submit" icon="play" isBusy={tried.isLoading} isDisabled={owner === null}>
              Run
            </Button>
            <Button kind="quiet" onClick={() => change(newForm())}>
              Start over
            </Button>
            <span class="muted">{priceOf(PATH)}</span>
          </div>
        </form>
        <Outcome tried={tried} stepCount={form.steps.length} hasOwner={owner !== null} />
      </div>
      <SamplesDialog
        call={{ path: PATH, body: waterfallBody(form) }}
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
  readonly failure: Tried['failure'];
}

function CascadeFields({ form, change, failure }: CascadeFieldsProps) {
  return (
    <>
      <TextField
        label="Company"
        value={form.company}
        onText={(company) => change({ company })}
        placeholder="https://www.network.example/company/…"
        hint={
          <>
            Address of its profile; <a href="/explorer/companies">find it in the explorer</a>
          </>
        }
        error={fieldError(failure, 'company_network_url')}
      />
      <StepList steps={form.steps} onSteps={(steps) => change({ steps })} failure={failure} />
      <div class="waterfall-numbers">
        <TextField
          label="Maximum rows"
          type="number"
          min={1}
          max={100}
          value={form.resultsMax}
          onText={(resultsMax) => change({ resultsMax })}
          error={fieldError(failure, 'max_results')}
        />
        <TextField
          label="Minimum connections"
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
  { key: 'ranking', title: 'Rank', value: (row) => row.ranking, isNumber: true },
  { key: 'icp', title: 'Step', value: (row) => row.icp, cell: (row) => <Badge kind="accent">Step {row.icp}</Badge> },
  { key: 'full_name', title: 'Name', value: (row) => row.person.full_name },
  { key: 'job_title', title: 'Title', value: (row) => row.person.job_title },
  { key: 'job_level', title: 'Seniority', value: (row) => row.person.job_level, isMinor: true },
  {
    key: 'place',
    title: 'Place',
    value: (row) => [row.person.location?.city, row.person.location?.country_code].filter(Boolean).join(', '),
    isMinor: true,
  },
  {
    key: 'network_url',
    title: 'Profile',
    value: (row) => row.person.network_url,
    cell: (row) => <WebLink address={row.person.network_url}>Profile</WebLink>,
    isMinor: true,
  },
];

interface OutcomeProps {
  readonly tried: Tried;
  readonly stepCount: number;
  readonly hasOwner: boolean;
}

function Outcome({ tried: { rows, failure, isLoading }, stepCount, hasOwner }: OutcomeProps) {
  if (!hasOwner)
    return (
      <Empty title="Whose credits?" icon="people">
        Choose an account in the navigation: a run costs its credits.
      </Empty>
    );
  if (isLoading && rows === null) return <Loading label="Running the steps" lines={6} />;
  if (failure) return <Failure failure={failure} />;
  if (rows === null)
    return (
      <Empty title="Not run yet" icon="steps">
        Enter the company and the titles or locations of each step, in order of preference, and run it.
      </Empty>
    );
  const perStep = Array.from({ length: stepCount }, (_, at) => rows.filter(({ icp }) => icp === at + 1).length);
  return (
    <Card title={formatPlural(rows.length, 'row')}>
      <p class="row muted">
        {perStep.map((count, at) => (
          <span key={at}>
            Step {at + 1}: <span class="number">{count}</span>
          </span>
        ))}
      </p>
      <Table
        caption="Waterfall rows"
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.ranking}
        empty={<Empty title="No matches">Remove words, or add a broader step.</Empty>}
      />
    </Card>
  );
}
