// cardfile service print: the files that run this Cardfile under systemd.
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { Argument, type Command } from 'commander';
import { OperatorError } from '../ops/operator-error.ts';
import { examples, UsageError } from './command-context.ts';
import { warn } from './output.ts';
import { SERVICE_FILES, type ServiceFile } from './systemd-files.ts';

const HELP = `
Installation, as root, with the package in /opt/cardfile and a user of its own:
  adduser --system --group --home /var/lib/cardfile --no-create-home cardfile
  install -d -o cardfile -g cardfile -m 700 /var/backups/cardfile
  cardfile service print > /etc/systemd/system/cardfile.service
  cardfile service print backup-service > /etc/systemd/system/cardfile-backup.service
  cardfile service print backup-timer > /etc/systemd/system/cardfile-backup.timer
  cardfile service print journal > /etc/systemd/journald@cardfile.conf
  systemctl daemon-reload && systemctl enable --now cardfile.service cardfile-backup.timer
Settings: CARDFILE_... in /etc/cardfile/cardfile.env. Logs: journalctl --namespace=cardfile.
`;

/** The folder that Debian packages use, not the default of the setting, which is a folder of the user. */
const DATA = '/var/lib/cardfile';

interface PrintOptions {
  readonly user: string;
  /** The global option, if it is given. */
  readonly data?: string;
  readonly backups: string;
}

export function addServiceCommand(program: Command): void {
  const files = new Argument('[file]', 'file').choices(Object.keys(SERVICE_FILES)).default('service');
  program
    .command('service')
    .description('run as a service of systemd')
    .command('print')
    .addArgument(files)
    .description('print a file that runs this Cardfile under systemd: hardened, with backups and log rotation')
    .option('--user <name>', 'user and group of the service', 'cardfile')
    .option('--backups <folder>', 'folder of its backups', '/var/backups/cardfile')
    .addHelpText('after', HELP)
    .addHelpText('after', examples('service print', 'service print backup-timer', 'service print --data /srv/cardfile'))
    .action((file: ServiceFile, _options, command: Command) => {
      const { user, backups, data = DATA } = command.optsWithGlobals<PrintOptions>();
      if (!/^[a-z_][a-z0-9_-]{0,30}$/.test(user)) throw new UsageError(`--user ${user} is not the name of a user`);
      for (const [flag, path] of Object.entries({ '--data': data, '--backups': backups })) {
        if (!/^\/[\w/.,@+ -]*[\w.,@+-]$/.test(path))
          throw new UsageError(`${flag} ${path} must be the full path of a folder, without special characters`);
      }
      process.stdout.write(SERVICE_FILES[file]({ program: thisProgram(), user, data, backups }));
    });
}

/** The running Node and launcher, in the form in which a service can start them. */
function thisProgram(): string[] {
  const launcher = realpathSync(resolve(process.argv[1] ?? ''));
  if (!existsSync(launcher))
    throw new OperatorError('the launcher of Cardfile was not found; start this command with bin/cardfile');
  const hidden = [process.execPath, launcher].filter((path) => /^\/(home|root)\//.test(path));
  for (const path of hidden)
    warn(
      `the service cannot read ${path}: home folders are hidden from it. Install Node and Cardfile below /opt or /usr`,
    );
  return [process.execPath, launcher];
}
