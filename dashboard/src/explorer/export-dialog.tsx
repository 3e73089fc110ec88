// Export of a search: walks its pages and saves one CSV file. What it costs is said before, and it can be stopped; what has come until
// then can be saved all the same.
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiFailure, callV2 } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { Failure, Progress } from '../components/states.tsx';
import { csvText, saveFile } from '../csv.ts';
import { creditsOf } from '../endpoints.ts';
import { formatCount, formatPlural } from '../format.ts';
import { fileColumns } from './result-columns.tsx';
import { SEARCHES, type SearchKind } from './search-fields.ts';
import { filtersOf, type SearchQuery } from './search-query.ts';
import type { Row } from './use-search.ts';

interface ExportDialogProps {
  readonly kind: SearchKind;
  readonly query: SearchQuery;
  readonly total: number;
  /** As the API says it. */
  readonly creditsLeft: string | null;
  readonly account: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const PAGE_MAX = 100;
/** A browser holds the whole file in memory. */
const RECORDS_MAX = 100_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function ExportDialog(props: ExportDialogProps) {
  return (
    <Dialog title={`Export ${SEARCHES[props.kind].title.toLowerCase()}`} isOpen={props.isOpen} onClose={props.onClose}>
      <ExportForm {...props} />
    </Dialog>
  );
}

interface Walk {
  readonly rows: readonly Row[];
  readonly wanted: number;
  readonly state: 'running' | 'stopped' | 'done';
  readonly failure: ApiFailure | null;
}

/** Walks pages until it has the wanted number; a call that came too fast waits and is made again. */
function useWalk({ kind, query, account }: ExportDialogProps) {
  const [walk, setWalk] = useState<Walk | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (wanted: number) => {
    const mine = new AbortController();
    running.current = mine;
    const rows: Row[] = [];
    let cursor: string | null = null;
    setWalk({ rows, wanted, state: 'running', failure: null });
    while (rows.length < wanted) {
      const body = { ...filtersOf(kind, query), max_results: Math.min(PAGE_MAX, wanted - rows.length), cursor };
      const answer = await callV2({ method: 'POST', path: SEARCHES[kind].path, body, account, signal: mine.signal });
      if (mine.signal.aborted) return;
      if (answer.status === 429) {
        await pause(Number(answer.headers.get('retry-after') ?? 1) * 1000);
        continue;
      }
      if (answer.failure) return setWalk({ rows, wanted, state: 'stopped', failure: answer.failure });
      const page = answer.body as { results: Row[]; cursor: string | null };
      rows.push(...page.results);
      cursor = page.cursor;
      if (cursor === null) break;
      setWalk({ rows, wanted, state: 'running', failure: null });
    }
    setWalk({ rows, wanted, state: 'done', failure: null });
  };
  const stop = () => {
    running.current?.abort();
    setWalk((before) => before && { ...before, state: 'stopped' });
  };
  return { walk, start, stop };
}

function ExportForm(props: ExportDialogProps) {
  const { kind, total, creditsLeft, onClose } = props;
  const most = Math.min(total, RECORDS_MAX);
  const [count, setCount] = useState(String(most));
  const { walk, start, stop } = useWalk(props);
  const wanted = Math.min(most, Math.max(0, Math.floor(Number(count) || 0)));
  const pages = Math.ceil(wanted / PAGE_MAX);
  const cost = pages * creditsOf(SEARCHES[kind].path);
  const isShort = creditsLeft !== null && creditsLeft !== 'unlimited' && Number(creditsLeft) < cost;
  const save = () => {
    const columns = fileColumns(kind);
    const lines = (walk?.rows ?? []).map((row) => columns.map((column) => column.value(row)));
    saveFile(`${kind}.csv`, csvText([columns.map(({ key }) => key), ...lines]));
  };
  if (walk === null)
    return (
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted > 0) void start(wanted);
        }}
      >
        <TextField
          label="Records"
          type="number"
          min={1}
          max={most}
          value={count}
          onText={setCount}
          isFirst
          hint={`${formatCount(total)} match${total > most ? `; a file holds ${formatCount(most)} at most` : ''}`}
        />
        <p class="export-cost" role="status">
          Costs <strong>{formatPlural(cost, 'credit')}</strong>: {formatPlural(pages, 'page')} of up to {PAGE_MAX}{' '}
          records.{' '}
          {creditsLeft !== null && (
            <span class="muted">
              {creditsLeft === 'unlimited' ? 'The plan is unlimited.' : `${formatCount(Number(creditsLeft))} are left.`}
            </span>
          )}
        </p>
        {isShort && <p class="callout callout-warn">The export costs more credits than are left.</p>}
        <div class="row">
          <Button kind="primary" type="submit" icon="download" isDisabled={wanted === 0}>
            Export for {formatPlural(cost, 'credit')}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    );
  const label = `${formatCount(walk.rows.length)} of ${formatPlural(walk.wanted, 'record')}`;
  return (
    <div class="stack">
      <Progress label={label} share={walk.wanted === 0 ? null : Math.min(1, walk.rows.length / walk.wanted)} />
      <p role="status" class="muted">
        {walk.state === 'done' ? 'All records are loaded.' : walk.state === 'stopped' ? 'Stopped.' : 'Reading pages…'}
      </p>
      {walk.failure && <Failure failure={walk.failure} />}
      <div class="row">
        {walk.state === 'running' ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button kind="primary" icon="download" isDisabled={walk.rows.length === 0} onClick={save}>
            Save {formatPlural(walk.rows.length, 'record')} as CSV
          </Button>
        )}
      </div>
    </div>
  );
}
