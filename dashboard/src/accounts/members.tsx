// Members and invitations. An invitation link is shown once; the operator sends it over a trusted channel.
import { useState } from 'preact/hooks';
import { request } from '../api.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/confirm.tsx';
import { Menu } from '../components/menu.tsx';
import { notify } from '../components/notices.tsx';
import { Loaded } from '../components/states.tsx';
import { type Column, Table } from '../components/table.tsx';
import { formatAgo, formatTime } from '../format.ts';
import { useRemote } from '../remote.ts';
import { showRemoval, wasGone } from '../removal.ts';
import { me } from '../session.ts';
import { MEMBER_TEXTS } from '../texts/member-texts.ts';
import { ROLE_NAMES } from '../texts/sign-in-texts.ts';
import { InviteDialog, ResetDialog } from './invite-dialog.tsx';
import type { Member } from './member.ts';
import { MemberDialog } from './member-dialog.tsx';

export function Members() {
  const members = useRemote((signal) => request('GET /members', { signal }));
  const [isInviting, setInviting] = useState(false);
  const [invitedCount, setInvitedCount] = useState(0);
  const [changed, setChanged] = useState<Member | null>(null);
  const [removed, setRemoved] = useState<Member | null>(null);
  const [reset, setReset] = useState<Member | null>(null);
  const [single, setSingle] = useState<Member | null>(null);
  const done = () => {
    setChanged(null);
    setRemoved(null);
    setSingle(null);
    members.reload();
  };
  return (
    <>
      <Loaded remote={members}>
        {({ rows }) => (
          <Table
            caption={MEMBER_TEXTS.title}
            rows={rows}
            rowKey={({ id }) => id}
            tools={
              <Button icon="plus" onClick={() => setInviting(true)}>
                {MEMBER_TEXTS.invite}
              </Button>
            }
            columns={columns({
              onChange: setChanged,
              onRemove: setRemoved,
              onReset: setReset,
              onTwoStepOff: setSingle,
            })}
          />
        )}
      </Loaded>
      <Invitations key={invitedCount} />
      {isInviting && (
        <InviteDialog onClose={() => setInviting(false)} onInvited={() => setInvitedCount(invitedCount + 1)} />
      )}
      {reset && (
        <ResetDialog
          member={reset}
          onClose={() => {
            setReset(null);
            setInvitedCount(invitedCount + 1);
          }}
        />
      )}
      {single && <TwoStepOff member={single} onClose={() => setSingle(null)} onDone={done} />}
      {changed && <MemberDialog member={changed} onClose={() => setChanged(null)} onDone={done} />}
      {removed && <RemoveMember member={removed} onClose={() => setRemoved(null)} onDone={done} />}
    </>
  );
}

interface Actions {
  readonly onChange: (member: Member) => void;
  readonly onRemove: (member: Member) => void;
  readonly onReset: (member: Member) => void;
  readonly onTwoStepOff: (member: Member) => void;
}

function columns({ onChange, onRemove, onReset, onTwoStepOff }: Actions): Column<Member>[] {
  return [
    {
      key: 'email',
      title: MEMBER_TEXTS.member,
      value: ({ name, email }) => `${name} ${email}`,
      cell: ({ name, email }) => (
        <>
          <strong>{name}</strong>
          <br />
          <span class="muted">{email}</span>
        </>
      ),
    },
    {
      key: 'role',
      title: MEMBER_TEXTS.role,
      value: ({ role }) => role,
      cell: ({ role }) => <Badge kind={role === 'operator' ? 'accent' : 'plain'}>{ROLE_NAMES[role]}</Badge>,
    },
    { key: 'account', title: MEMBER_TEXTS.account, value: ({ account }) => account },
    {
      key: 'has_totp',
      title: MEMBER_TEXTS.twoStep,
      isMinor: true,
      value: ({ has_totp }) => (has_totp ? 'on' : 'off'),
      cell: ({ has_totp }) =>
        has_totp ? <Badge kind="good">{MEMBER_TEXTS.on}</Badge> : <span class="muted">{MEMBER_TEXTS.off}</span>,
    },
    {
      key: 'last_seen_at',
      title: MEMBER_TEXTS.lastSeen,
      isMinor: true,
      value: ({ last_seen_at }) => last_seen_at,
      cell: ({ last_seen_at: at }) =>
        at === null ? (
          <span class="muted">{MEMBER_TEXTS.never}</span>
        ) : (
          <span title={formatTime(at)}>{formatAgo(at)}</span>
        ),
    },
    {
      key: 'actions',
      title: MEMBER_TEXTS.actions,
      isActions: true,
      value: () => null,
      cell: (member) =>
        member.id !== me.value?.id && (
          <Menu
            label={MEMBER_TEXTS.moreAbout(member.name)}
            actions={[
              { label: MEMBER_TEXTS.change, icon: 'edit', run: () => onChange(member) },
              { label: MEMBER_TEXTS.reset, icon: 'key', run: () => onReset(member) },
              ...(member.has_totp
                ? [{ label: MEMBER_TEXTS.switchOff, icon: 'close' as const, run: () => onTwoStepOff(member) }]
                : []),
              { label: MEMBER_TEXTS.remove, icon: 'trash', isDanger: true, run: () => onRemove(member) },
            ]}
          />
        ),
    },
  ];
}

interface RemoveMemberProps {
  readonly member: Member;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function RemoveMember({ member: { id, name, email }, onClose, onDone }: RemoveMemberProps) {
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const result = await request('POST /members/:id/remove', { params: { id } });
    setBusy(false);
    showRemoval(result, MEMBER_TEXTS.removed(name));
    onDone();
  };
  return (
    <Confirm
      title={MEMBER_TEXTS.removeTitle(name)}
      isOpen
      action={MEMBER_TEXTS.removeAction}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{MEMBER_TEXTS.removeHint(email)}</p>
    </Confirm>
  );
}

function TwoStepOff({ member: { id, name, email }, onClose, onDone }: RemoveMemberProps) {
  const [isBusy, setBusy] = useState(false);
  const switchOff = async () => {
    setBusy(true);
    const result = await request('POST /members/:id/totp/off', { params: { id } });
    setBusy(false);
    if (result.ok) notify(MEMBER_TEXTS.offDone(name));
    else notify(result.failure.message, 'bad');
    onDone();
  };
  return (
    <Confirm
      title={MEMBER_TEXTS.offTitle(name)}
      isOpen
      action={MEMBER_TEXTS.offAction}
      isBusy={isBusy}
      onConfirm={() => void switchOff()}
      onClose={onClose}
    >
      <p>{MEMBER_TEXTS.offLead(email)}</p>
    </Confirm>
  );
}

function Invitations() {
  const invitations = useRemote((signal) => request('GET /invitations', { signal }));
  const withdraw = async (id: string, email: string) => {
    const result = await request('POST /invitations/:id/withdraw', { params: { id } });
    if (wasGone(result)) notify(MEMBER_TEXTS.wasUsed(email), 'plain');
    else showRemoval(result, MEMBER_TEXTS.withdrawn(email));
    invitations.reload();
  };
  return (
    <section class="stack" aria-label={MEMBER_TEXTS.invitations}>
      <h2>{MEMBER_TEXTS.invitations}</h2>
      <Loaded remote={invitations}>
        {({ rows }) => (
          <Table
            caption={MEMBER_TEXTS.invitations}
            isBare
            rows={rows}
            rowKey={({ id }) => id}
            empty={<p class="muted">{MEMBER_TEXTS.noInvitations}</p>}
            columns={[
              { key: 'email', title: MEMBER_TEXTS.email, value: ({ email }) => email },
              { key: 'role', title: MEMBER_TEXTS.role, value: ({ role }) => ROLE_NAMES[role] },
              { key: 'account', title: MEMBER_TEXTS.account, value: ({ account }) => account, isMinor: true },
              {
                key: 'purpose',
                title: MEMBER_TEXTS.purpose,
                value: ({ member_name: name }) =>
                  name === null ? MEMBER_TEXTS.newMember : MEMBER_TEXTS.newPasswordOf(name),
              },
              {
                key: 'expires_at',
                title: MEMBER_TEXTS.validUntil,
                value: ({ expires_at }) => expires_at,
                cell: ({ expires_at }) => <span class="nowrap">{formatTime(expires_at)}</span>,
              },
              {
                key: 'actions',
                title: MEMBER_TEXTS.actions,
                isActions: true,
                value: () => null,
                cell: ({ id, email }) => (
                  <Button kind="quiet" label={MEMBER_TEXTS.withdrawOf(email)} onClick={() => void withdraw(id, email)}>
                    {MEMBER_TEXTS.withdraw}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}
