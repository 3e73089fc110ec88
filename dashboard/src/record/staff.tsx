// The staff of a company by department, seniority and country: free counts of people.
import { useEffect, useState } from 'preact/hooks';
import type { ApiFailure } from '../api.ts';
import { BarList } from '../components/bar-list.tsx';
import { Card } from '../components/page.tsx';
import { Failure, Loading } from '../components/states.tsx';
import { freeCall } from '../explorer/free-count.ts';
import type { ValueCount } from '../explorer/suggest-values.ts';
import { countryName } from '../format.ts';
import { RECORD_TEXTS } from '../texts/record-texts.ts';

interface StaffProps {
  readonly url: string;
  readonly account: string;
}

const FACETS = ['people.job_function', 'people.job_level', 'people.country_code'] as const;
const TITLES = [RECORD_TEXTS.byDepartment, RECORD_TEXTS.byLevel, RECORD_TEXTS.byCountry] as const;
const BARS_MAX = 8;

interface Counts {
  readonly total_results: number;
  readonly facets: Readonly<Record<(typeof FACETS)[number], readonly ValueCount[]>>;
}

export function Staff({ url, account }: StaffProps) {
  const [counts, setCounts] = useState<Counts | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const body = { company: { network_url: [url] }, facets: FACETS };
    void freeCall('/v2/search/people/count', body, { account, signal: controller.signal }).then((answer) => {
      if (controller.signal.aborted) return;
      setFailure(answer.failure);
      if (!answer.failure) setCounts(answer.body as Counts);
    });
    return () => controller.abort();
  }, [url, account]);
  return (
    <Card title={RECORD_TEXTS.staff}>
      {failure && <Failure failure={failure} />}
      {!counts && !failure && <Loading label={RECORD_TEXTS.counting} lines={6} />}
      {counts && (
        <>
          <p class="muted">{RECORD_TEXTS.staffOf(counts.total_results)}</p>
          <div class="staff">
            {FACETS.map((facet, place) => (
              <StaffBars
                key={facet}
                title={TITLES[place] ?? ''}
                values={counts.facets[facet]}
                isCountry={place === 2}
              />
            ))}
          </div>
        </>
      )}
    </Card>
  );
}

interface StaffBarsProps {
  readonly title: string;
  readonly values: readonly ValueCount[];
  readonly isCountry: boolean;
}

function StaffBars({ title, values, isCountry }: StaffBarsProps) {
  if (values.length === 0) return null;
  const rest = values.slice(BARS_MAX).reduce((sum, { count }) => sum + count, 0);
  const bars = [
    ...values.slice(0, BARS_MAX).map(({ value, count }) => ({ name: isCountry ? countryName(value) : value, count })),
    ...(rest > 0 ? [{ name: RECORD_TEXTS.others, count: rest }] : []),
  ];
  return (
    <div class="stack">
      <h3>{title}</h3>
      <BarList bars={bars} label={`${RECORD_TEXTS.staff} ${title.toLowerCase()}`} />
    </div>
  );
}
