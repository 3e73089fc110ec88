// The audit log: actions with actor and address; older entries load on demand.
import { useState } from 'preact/hooks';
import { type Answer, type ApiFailure, request } from '../api.ts';
import { Badge, type BadgeKind } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Failure, Loaded } from '../components/states.tsx';
import { Table } from '../components/table.tsx';
import { formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { AUDIT_TEXTS } from '../texts/audit-texts.ts';

type Entry = Answer<'GET /audit'>['rows'][number];

const PAGE_ROWS = 100;
/** All other results are codes of rejections. */
const KINDS: Readonly<Record<string, BadgeKind>> = { ok: 'good', begun: 'plain' };

export function AuditLog() {
  const newest = useRemote((signal) => request('GET /audit', { signal }));
  const [older, setOlder] = useState<readonly Entry[]>([]);
  const [isEnd, setEnd] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const more = async (last: Entry | undefined) => {
    if (!last) return;
    setBusy(true);
    const result = await request('GET /audit', { query: { before: String(last.id) } });
    setBusy(false);
    if (!result.ok) return setFailure(result.failure);
    setFailure(null);
    setOlder([...older, ...result.answer.rows]);
    setEnd(result.answer.rows.length < PAGE_ROWS);
  };
  return (
    <Loaded remote={newest} lines={8}>
      {({ rows }) => {
        const all = [...rows, ...older];
        return (
          <>
            <Table
              caption={AUDIT_TEXTS.title}
              rows={all}
              rowKey={({ id }) => id}
              columns={[
                {
                  key: 'at',
                  title: AUDIT_TEXTS.time,
                  value: ({ at }) => at,
                  cell: ({ at }) => <span class="nowrap">{formatTime(at)}</span>,
                },
                { key: 'who', title: AUDIT_TEXTS.member, value: ({ who }) => who },
                {
                  key: 'action',
                  title: AUDIT_TEXTS.action,
                  value: ({ action }) => action,
                  cell: ({ action }) => <span class="mono">{action}</span>,
                },
                { key: 'subject', title: AUDIT_TEXTS.target, value: ({ subject }) => subject },
                { key: 'address', title: AUDIT_TEXTS.address, isMinor: true, value: ({ address }) => address },
                {
                  key: 'result',
                  title: AUDIT_TEXTS.result,
                  value: ({ result }) => result,
                  cell: ({ result }) => <Badge kind={KINDS[result] ?? 'bad'}>{result}</Badge>,
                },
              ]}
            />
            {failure && <Failure failure={failure} />}
            {!isEnd && all.length >= PAGE_ROWS && (
              <div>
                <Button isBusy={isBusy} onClick={() => void more(all.at(-1))}>
                  {AUDIT_TEXTS.older}
                </Button>
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
