// Freshness of the records: the serving edition and the last import.

import { Card, Figure } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';
import { formatAgo, formatCount, formatTime } from '../format.ts';
import { ImportBadge } from '../records/import-badge.tsx';
import { isOperator } from '../session.ts';
import type { OverviewAnswer } from './overview-screen.tsx';

export function Freshness({ overview }: { readonly overview: OverviewAnswer }) {
  const { edition, newest_import: newest } = overview;
  return (
    <div class="grid-2">
      <Card title="Edition">
        {edition ? (
          <dl class="facts">
            <Figure name="Built" value={formatAgo(edition.built_at)} note={formatTime(edition.built_at)} />
            <Figure
              name="Changed since"
              value={formatCount(edition.changed_records)}
              note="records, searched as well"
            />
            <Figure name="Companies" value={formatCount(edition.companies)} />
            <Figure name="People" value={formatCount(edition.people)} />
            <Figure name="Current positions" value={formatCount(edition.positions)} />
            <Figure name="Job rows" value={formatCount(edition.jobs)} />
          </dl>
        ) : (
          <Empty title="No edition yet" icon="stack">
            Searches work after an edition build, by an import or cardfile index.
          </Empty>
        )}
      </Card>
      {isOperator.value && <LastImport newest={newest} />}
    </div>
  );
}

function LastImport({ newest }: { readonly newest: OverviewAnswer['newest_import'] }) {
  return (
    <Card title="Last import" actions={<a href="/data/imports">All imports</a>}>
      {newest ? (
        <dl class="facts">
          <Figure name="State" value={<ImportBadge state={newest.state} />} />
          <Figure name="What" value={newest.kind} note={newest.source} />
          <Figure name="Started" value={formatAgo(newest.started_at)} note={formatTime(newest.started_at)} />
          <Figure
            name="Rows"
            value={formatCount(newest.rows)}
            note={newest.counts ? `${formatCount(newest.counts.rejected)} rejected` : null}
          />
        </dl>
      ) : (
        <Empty title="No imports yet" icon="upload">
          <a href="/data/imports">Import a file</a>
        </Empty>
      )}
    </Card>
  );
}
