// Number of records, coverage of their fields, and their countries.
import { useEffect, useState } from 'preact/hooks';
import { type Answer, request } from '../api.ts';
import { type Bar, BarList } from '../components/bar-list.tsx';
import { Card, Figure } from '../components/page.tsx';
import { Empty, Loaded, Progress } from '../components/states.tsx';
import { countryName, formatAgo, formatCount, formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { DATA_TEXTS } from '../texts/data-texts.ts';

type Catalog = Answer<'GET /catalog'>;

const COUNTING_EVERY_MS = 2000;
const SETTLED_EVERY_MS = 60_000;
const BARS_MAX = 12;

export function CatalogFigures() {
  // Polls often only while the figures are being computed.
  const [everyMs, setEveryMs] = useState(SETTLED_EVERY_MS);
  const catalog = useRemote((signal) => request('GET /catalog', { signal }), [], { everyMs });
  const isCounting = catalog.value?.state === 'counting';
  useEffect(() => setEveryMs(isCounting ? COUNTING_EVERY_MS : SETTLED_EVERY_MS), [isCounting]);
  return (
    <Loaded remote={catalog} lines={8}>
      {(answer) => (
        <>
          {answer.state === 'counting' && <Progress label={DATA_TEXTS.counting} share={null} />}
          <Counts catalog={answer} />
          {answer.counts !== null && answer.counts.companies + answer.counts.people === 0 && (
            <Empty title={DATA_TEXTS.noRecords} icon="upload">
              <a href="/data/imports">{DATA_TEXTS.importFile}</a>
            </Empty>
          )}
          <div class="grid-2">
            <Bars title={DATA_TEXTS.coverage.people} bars={coverageBars(answer.coverage.people)} />
            <Bars title={DATA_TEXTS.coverage.companies} bars={coverageBars(answer.coverage.companies)} />
            <Bars title={DATA_TEXTS.byCountry.people} bars={countryBars(answer.people_countries)} />
            <Bars title={DATA_TEXTS.byCountry.companies} bars={countryBars(answer.company_countries)} />
            <Bars
              title={DATA_TEXTS.byIndustry}
              bars={answer.industries.slice(0, BARS_MAX).map(({ value, count }) => ({ name: value, count }))}
            />
          </div>
        </>
      )}
    </Loaded>
  );
}

function Counts({ catalog: { counts, edition, counted_at } }: { readonly catalog: Catalog }) {
  return (
    <dl class="figures card">
      <Figure
        name={DATA_TEXTS.figures.companies}
        value={counts ? formatCount(counts.companies) : '–'}
        note={DATA_TEXTS.records}
      />
      <Figure
        name={DATA_TEXTS.figures.people}
        value={counts ? formatCount(counts.people) : '–'}
        note={DATA_TEXTS.records}
      />
      <Figure
        name={DATA_TEXTS.figures.openings}
        value={counts ? formatCount(counts.openings) : '–'}
        note={DATA_TEXTS.openAndClosed}
      />
      <Figure
        name={DATA_TEXTS.figures.edition}
        value={edition ? formatAgo(edition.built_at) : '–'}
        note={edition ? DATA_TEXTS.changedSince(edition.changed_records) : DATA_TEXTS.noEdition}
      />
      <Figure
        name={DATA_TEXTS.figures.counted}
        value={counted_at ? formatAgo(counted_at) : '–'}
        note={counted_at ? formatTime(counted_at) : DATA_TEXTS.inProgress}
      />
    </dl>
  );
}

function Bars({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) {
  if (bars.length === 0) return null;
  return (
    <Card title={title}>
      <BarList label={title} bars={bars} />
    </Card>
  );
}

function coverageBars(rows: Catalog['coverage']['people']): Bar[] {
  return rows.map(({ field, count, share }) => ({ name: DATA_TEXTS.fields[field] ?? field, count, share }));
}

function countryBars(rows: Catalog['people_countries']): Bar[] {
  return rows.slice(0, BARS_MAX).map(({ value, count }) => ({ name: countryName(value), count }));
}
