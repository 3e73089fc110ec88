// cardfile members, cardfile dashboard: manages access to the dashboard.
import { type Command, Option } from 'commander';
import type { Config } from '../app/config.ts';
import { ROLES, type Role } from '../contract/roles.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { withAdmin } from './accounts-commands.ts';
import { contextOf, examples, UsageError } from './command-context.ts';
import { note, printResult, printRows, warn } from './output.ts';

interface InviteOptions {
  readonly role: Role;
  readonly account?: string;
}

async function listMembers(command: Command): Promise<void> {
  const { config, json } = contextOf(command);
  const { withMembers } = await import('../tasks/member-links.ts');
  const { members, invitations } = await withMembers(config, async (store) => ({
    members: await store.members.members(),
    invitations: await store.members.invitations(),
  }));
  const names = new Map(members.map(({ email, name }) => [email, name]));
  const rows = [
    ...members.map((member) => ({ ...member, state: 'member', expiresAt: null })),
    ...invitations.map((invitation) => {
      const name = names.get(invitation.email ?? '');
      return {
        ...invitation,
        name: name ?? null,
        lastSeenAt: null,
        state: name === undefined ? 'invited' : 'password_reset',
      };
    }),
  ];
  printRows(
    rows.map(({ id, email, name, role, accountName, createdAt, lastSeenAt, state, expiresAt }) => ({
      id,
      email,
      name,
      role,
      account: accountName,
      state,
      created_at: createdAt,
      last_seen_at: lastSeenAt,
      expires_at: expiresAt,
    })),
    { json, none: 'No members yet. Print the link for the first operator: cardfile dashboard link' },
  );
}

function unknownMember(email: string, result: string): OperatorError {
  return new OperatorError(`no member has the address ${email}: ${result}; cardfile members list lists them`, {
    isUnknown: true,
  });
}

export function addMembersCommands(program: Command): void {
  const members = program.command('members').description('manage the members who may sign in to the dashboard');
  members
    .command('list')
    .description('list all members, and the open invitations and password resets')
    .addHelpText('after', examples('members list', 'members list --json'))
    .action((_options, command: Command) => listMembers(command));
  members
    .command('invite <email>')
    .description('invite a member; prints a link that is valid for three days')
    .addOption(
      new Option('--role <role>', 'rights: operator has all, the others see one account')
        .choices(ROLES)
        .default('member'),
    )
    .option('--account <name>', 'account that the member sees')
    .addHelpText('after', examples('members invite ann@acme.example --account acme'))
    .action((email: string, options: InviteOptions, command: Command) =>
      withAdmin(command, async (admin, { config, json }) => {
        const { role } = options;
        if (role !== 'operator' && options.account === undefined)
          throw new UsageError(`the role ${role} needs an account: give --account`);
        const accountName = options.account ?? null;
        if (accountName !== null) await admin.keys(accountName);
        const { inviteMember, withMembers } = await import('../tasks/member-links.ts');
        const { address, warnUnserved } = await linkBaseOf(config);
        const { link, id, expiresAt, replaced } = await withMembers(config, (store) =>
          inviteMember(store, { email, role, accountName }, address),
        );
        warnUnserved();
        if (replaced) note(`The link of the earlier invitation for ${email} is no longer valid.`);
        if (json)
          printResult({ id, email, role, account: accountName, link, expires_at: expiresAt, replaced }, { json });
        else process.stdout.write(`${link}\n`);
      }),
    );
  members
    .command('two-step-off <email>')
    .description('switch two-step sign-in off for a member who has lost phone and recovery codes')
    .addHelpText('after', examples('members two-step-off ann@acme.example'))
    .action(async (email: string, _options, command: Command) => {
      const { config, json } = contextOf(command);
      const { logAction, withMembers } = await import('../tasks/member-links.ts');
      const changed = await withMembers(config, async (store) => {
        const member = (await store.members.byEmail(email))?.member;
        if (!member) throw unknownMember(email, 'nothing was changed');
        if (!(await store.totp.switchOff(member.id)))
          throw new OperatorError(`two-step sign-in of ${member.email} is off already: nothing was changed`);
        await logAction(store, 'members.switch-off-totp', member.email);
        return member;
      });
      printResult({ two_step_off: changed.email }, { json });
    });
  members
    .command('remove <email>')
    .description('remove a member and end its sessions')
    .addHelpText('after', examples('members remove ann@acme.example'))
    .action(async (email: string, _options, command: Command) => {
      const { config, json } = contextOf(command);
      const { logAction, withMembers } = await import('../tasks/member-links.ts');
      const removed = await withMembers(config, async (store) => {
        const found = await store.members.byEmail(email);
        if (!found) throw unknownMember(email, 'no member was removed');
        await store.members.remove(found.member.id);
        await logAction(store, 'members.remove', found.member.email);
        return found.member;
      });
      printResult({ removed: removed.email }, { json });
    });
}

export function addDashboardCommands(program: Command): void {
  program
    .command('dashboard')
    .description('manage access to the dashboard, which the server shows at /')
    .command('link')
    .description('print a one-time link, valid for a day, that creates an operator or resets a password')
    .addHelpText('after', examples('dashboard link'))
    .action(async (_options, command: Command) => {
      const { config, json } = contextOf(command);
      const { setUpLink, withMembers } = await import('../tasks/member-links.ts');
      const { address, warnUnserved } = await linkBaseOf(config);
      const { link, expiresAt } = await withMembers(config, (store) => setUpLink(store, address));
      warnUnserved();
      if (json) printResult({ link, expires_at: expiresAt }, { json });
      else {
        process.stdout.write(`${link}\n`);
        note(`Valid once, until ${expiresAt}. Earlier links stay valid until they expire.`);
      }
    });
}

interface LinkBase {
  readonly address: string;
  /** Warns if no server is running at the address; called after the link is created. */
  readonly warnUnserved: () => void;
}

/** Address of the dashboard of the data folder. Throws if the server runs without it. */
async function linkBaseOf(config: Config): Promise<LinkBase> {
  const { servedDashboard } = await import('../app/serving-address.ts');
  const served = servedDashboard(config);
  if (served.state === 'left out')
    throw new OperatorError(
      'the server of this data folder runs without the dashboard: start it without CARDFILE_DASHBOARD=off, then create the link',
    );
  const { state, address } = served;
  const warnUnserved = () => {
    if (state === 'unserved')
      warn(
        `no server runs on ${config.data}: the link uses the address of the settings, ${address}, and works once a server runs there`,
      );
  };
  return { address, warnUnserved };
}
