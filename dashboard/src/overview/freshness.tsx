// Number, coverage and freshness of the records, and the last import.
import { Card, Figure } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';
import { formatAgo, formatCount, formatTime } from '../format.ts';
import { ImportBadge } from '../records/import-badge.tsx';
import { isOperator } from '../session.ts';
import { OVERVIEW_TEXTS } from '../texts/overview-texts.ts';
import type { OverviewAnswer } from './overview-answer.ts';

export function Freshness({ overview }: { readonly overview: OverviewAnswer }) {
  return (
    <div class="grid-2">
      <Card
        title={OVERVIEW_TEXTS.records}
        actions={isOperator.value && <a href="/data">{OVERVIEW_TEXTS.allRecords}</a>}
      >
        <Sentences overview={overview} />
      </Card>
      {isOperator.value && <LastImport newest={overview.newest_import} />}
    </div>
  );
}

function Sentences({ overview: { edition, coverage } }: { readonly overview: OverviewAnswer }) {
  if (edition === null)
    return (
      <Empty title={OVERVIEW_TEXTS.noEdition} icon="stack">
        {OVERVIEW_TEXTS.noEditionHint}
      </Empty>
    );
  return (
    <ul class="sentences">
      <li>
        {OVERVIEW_TEXTS.amount(edition.people, edition.companies)} {OVERVIEW_TEXTS.jobs(edition.jobs)}
      </li>
      {coverage ? (
        <>
          {edition.people > 0 && <li>{OVERVIEW_TEXTS.coverage('people', coverage.people)}</li>}
          {edition.companies > 0 && <li>{OVERVIEW_TEXTS.coverage('companies', coverage.companies)}</li>}
        </>
      ) : (
        isOperator.value && <li class="muted">{OVERVIEW_TEXTS.notCounted}</li>
      )}
      <li class="muted" title={formatTime(edition.built_at)}>
        {OVERVIEW_TEXTS.fresh(edition.built_at, edition.changed_records)}{' '}
        {coverage && OVERVIEW_TEXTS.countedAt(coverage.counted_at)}
      </li>
    </ul>
  );
}

function LastImport({ newest }: { readonly newest: OverviewAnswer['newest_import'] }) {
  return (
    <Card title={OVERVIEW_TEXTS.lastImport} actions={<a href="/data/imports">{OVERVIEW_TEXTS.allImports}</a>}>
      {newest ? (
        <dl class="facts facts-pairs">
          <Figure name={OVERVIEW_TEXTS.importFacts.state} value={<ImportBadge state={newest.state} />} />
          <Figure name={OVERVIEW_TEXTS.importFacts.source} value={newest.source} note={newest.kind} />
          <Figure
            name={OVERVIEW_TEXTS.importFacts.started}
            value={formatAgo(newest.started_at)}
            note={formatTime(newest.started_at)}
          />
          <Figure
            name={OVERVIEW_TEXTS.importFacts.rows}
            value={formatCount(newest.rows)}
            note={newest.counts ? OVERVIEW_TEXTS.rejected(newest.counts.rejected) : null}
          />
        </dl>
      ) : (
        <Empty title={OVERVIEW_TEXTS.noImports} icon="upload">
          <a href="/data/imports">{OVERVIEW_TEXTS.importFile}</a>
        </Empty>
      )}
    </Card>
  );
}
