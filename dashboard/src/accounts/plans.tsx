// Plans: name, credits per month and requests per second. A changed plan applies to its accounts at once.
import { useState } from 'preact/hooks';
import { type Answer, request } from '../api.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { CheckField, TextField } from '../components/field.tsx';
import { FormDialog } from '../components/form.tsx';
import { Menu } from '../components/menu.tsx';
import { notify } from '../components/notices.tsx';
import { Empty, Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatCount } from '../format.ts';
import { useRemote } from '../remote.ts';
import { showRemoval, wasGone } from '../removal.ts';
import { type Sending, useSending } from '../sending.ts';
import { PLAN_TEXTS } from '../texts/plan-texts.ts';

type Plan = Answer<'GET /plans'>['rows'][number];

const NEW_PLAN: Plan = { name: '', credits_per_month: 10_000, requests_per_second: 10 };
const FIELDS = ['name', 'new_name', 'credits_per_month', 'requests_per_second'] as const;

export function Plans() {
  const plans = useRemote((signal) => request('GET /plans', { signal }));
  const [edited, setEdited] = useState<Plan | null>(null);
  const [removed, setRemoved] = useState<Plan | null>(null);
  const makeButton = (
    <Button icon="plus" onClick={() => setEdited(NEW_PLAN)}>
      {PLAN_TEXTS.create}
    </Button>
  );
  return (
    <>
      <Loaded remote={plans}>
        {({ rows }) => (
          <Table
            caption={PLAN_TEXTS.title}
            rows={rows}
            rowKey={({ name }) => name}
            tools={makeButton}
            empty={
              <Empty title={PLAN_TEXTS.none} icon="stack">
                {PLAN_TEXTS.noneHint} {makeButton}
              </Empty>
            }
            columns={columns({ onChange: setEdited, onRemove: setRemoved })}
          />
        )}
      </Loaded>
      {edited && (
        <PlanDialog
          key={edited.name}
          plan={edited}
          others={(plans.value?.rows ?? []).map(({ name }) => name).filter((name) => name !== edited.name)}
          onClose={() => setEdited(null)}
          onDone={() => {
            setEdited(null);
            plans.reload();
          }}
        />
      )}
      {removed && (
        <RemovePlan
          plan={removed}
          onClose={() => setRemoved(null)}
          onDone={() => {
            setRemoved(null);
            plans.reload();
          }}
        />
      )}
    </>
  );
}

interface Actions {
  readonly onChange: (plan: Plan) => void;
  readonly onRemove: (plan: Plan) => void;
}

function columns({ onChange, onRemove }: Actions): Column<Plan>[] {
  return [
    { key: 'name', title: PLAN_TEXTS.name, value: ({ name }) => name, cell: ({ name }) => <strong>{name}</strong> },
    {
      key: 'credits_per_month',
      title: PLAN_TEXTS.credits,
      isNumber: true,
      value: ({ credits_per_month }) => credits_per_month,
      cell: ({ credits_per_month }) =>
        credits_per_month === null ? <span class="muted">{PLAN_TEXTS.unlimited}</span> : formatCount(credits_per_month),
    },
    {
      key: 'requests_per_second',
      title: PLAN_TEXTS.rate,
      isNumber: true,
      value: ({ requests_per_second }) => requests_per_second,
    },
    {
      key: 'actions',
      title: PLAN_TEXTS.actions,
      isActions: true,
      value: () => null,
      cell: (plan) => (
        <Menu
          label={PLAN_TEXTS.actionsOf(plan.name)}
          actions={[
            { label: PLAN_TEXTS.change, icon: 'edit', run: () => onChange(plan) },
            { label: PLAN_TEXTS.remove, icon: 'trash', isDanger: true, run: () => onRemove(plan) },
          ]}
        />
      ),
    },
  ];
}

interface RemovePlanProps {
  readonly plan: Plan;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function RemovePlan({ plan: { name }, onClose, onDone }: RemovePlanProps) {
  const [isBusy, setBusy] = useState(false);
  const [rejection, setRejection] = useState<string | null>(null);
  const remove = async () => {
    setBusy(true);
    const result = await request('POST /plans/remove', { body: { plan: name } });
    setBusy(false);
    if (!result.ok && !wasGone(result)) return setRejection(result.failure.message);
    showRemoval(result, PLAN_TEXTS.removed(name));
    onDone();
  };
  return (
    <Confirm
      title={PLAN_TEXTS.removeTitle(name)}
      isOpen
      action={PLAN_TEXTS.removeAction}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{PLAN_TEXTS.removeHint}</p>
      {rejection !== null && (
        <p class="callout callout-warn" role="alert">
          {rejection}
        </p>
      )}
    </Confirm>
  );
}

/** The form as typed. */
interface PlanForm {
  readonly name: string;
  readonly credits: string;
  readonly isUnlimited: boolean;
  readonly rate: string;
}

interface PlanDialogProps {
  readonly plan: Plan;
  /** Names of the other plans. */
  readonly others: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function PlanDialog({ plan, others, onClose, onDone }: PlanDialogProps) {
  const [form, setForm] = useState<PlanForm>({
    name: plan.name,
    credits: String(plan.credits_per_month ?? NEW_PLAN.credits_per_month),
    isUnlimited: plan.credits_per_month === null,
    rate: String(plan.requests_per_second),
  });
  const sending = useSending({
    fields: FIELDS,
    send: async () => {
      const isRenamed = plan.name !== '' && form.name.trim() !== plan.name;
      // The name is saved last: if it is rejected, the form can be sent again unchanged.
      const saved = await request('POST /plans', {
        body: {
          name: isRenamed ? plan.name : form.name,
          credits_per_month: form.isUnlimited ? null : Number(form.credits),
          requests_per_second: Number(form.rate),
        },
      });
      if (!saved.ok || !isRenamed) return saved;
      return request('POST /plans/rename', { body: { plan: plan.name, new_name: form.name } });
    },
    onSent: () => {
      notify(PLAN_TEXTS.saved(form.name));
      onDone();
    },
  });
  // The server would change the other plan, and with it the limits of its accounts.
  const isTaken = others.includes(form.name.trim());
  const errorOf = (path: (typeof FIELDS)[number]) =>
    path === 'name' && isTaken ? PLAN_TEXTS.isTaken : sending.errorOf(path);
  return (
    <FormDialog
      title={plan.name === '' ? PLAN_TEXTS.create : PLAN_TEXTS.changeTitle(plan.name)}
      action={PLAN_TEXTS.save}
      sending={sending}
      isDisabled={isTaken}
      onClose={onClose}
    >
      <PlanFields form={form} errorOf={errorOf} onChange={(changed) => setForm({ ...form, ...changed })} />
    </FormDialog>
  );
}

interface PlanFieldsProps {
  readonly form: PlanForm;
  readonly errorOf: Sending<(typeof FIELDS)[number]>['errorOf'];
  readonly onChange: (changed: Partial<PlanForm>) => void;
}

function PlanFields({ form, errorOf, onChange }: PlanFieldsProps) {
  return (
    <>
      <TextField
        label={PLAN_TEXTS.name}
        value={form.name}
        onText={(name) => onChange({ name })}
        error={errorOf('name') ?? errorOf('new_name')}
        isRequired
        isFirst
      />
      <CheckField
        label={PLAN_TEXTS.unlimitedCredits}
        isChecked={form.isUnlimited}
        onCheck={(isUnlimited) => onChange({ isUnlimited })}
      />
      {!form.isUnlimited && (
        <TextField
          label={PLAN_TEXTS.credits}
          type="number"
          min={0}
          value={form.credits}
          onText={(credits) => onChange({ credits })}
          error={errorOf('credits_per_month')}
          isRequired
        />
      )}
      <TextField
        label={PLAN_TEXTS.rate}
        type="number"
        min={1}
        value={form.rate}
        onText={(rate) => onChange({ rate })}
        hint={PLAN_TEXTS.rateHint}
        error={errorOf('requests_per_second')}
        isRequired
      />
    </>
  );
}
