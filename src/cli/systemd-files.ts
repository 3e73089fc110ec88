// The files that run Cardfile under systemd: the service, its backups with their timer, and the rotation of its logs.

/** How a service runs on this machine. */
export interface ServiceOptions {
  /** Command that starts Cardfile, as arguments: the Node and the launcher that run now. */
  readonly program: readonly string[];
  readonly user: string;
  readonly data: string;
  readonly backups: string;
}

/** Number of backups that are kept: one per day. */
const BACKUP_DAYS = 14;

/** Limits of the journal of the service: its size, and the age of its oldest lines. */
const JOURNAL = { size: '1G', days: 90 } as const;

/**
 * Escapes one word of a command: systemd reads `%` as a specifier, `$` as a variable, and also interprets backslashes
 * and quotes.
 */
function word(text: string): string {
  return /^[\w/.,:=@+-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&').replace(/[%$]/g, '$&$&')}"`;
}

/** A path or name as the value of a setting, where quotes have no meaning. */
const value = (text: string) => text.replaceAll('%', '%%');

/** Removes rights that serving, importing and backing up do not need. */
const HARDENING = `NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
ProtectProc=invisible
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
UMask=0077
LogNamespace=cardfile`;

/** Settings that both services share; the data folder is the only folder that they may write to. */
function environment({ user, data }: ServiceOptions): string {
  return `User=${value(user)}
Group=${value(user)}
Environment=${word(`CARDFILE_DATA=${data}`)} ${word(`SQLITE_TMPDIR=${data}`)}
EnvironmentFile=-/etc/cardfile/cardfile.env
WorkingDirectory=${value(data)}`;
}

/** Makes the data folder writable: systemd creates and owns a folder below /var/lib; any other folder must exist. */
function writableData(data: string): string {
  const name = /^\/var\/lib\/([\w.@/-]+)$/.exec(data)?.[1];
  return name === undefined ? `ReadWritePaths=${word(data)}` : `StateDirectory=${name}\nStateDirectoryMode=0700`;
}

function service(options: ServiceOptions): string {
  return `# /etc/systemd/system/cardfile.service
[Unit]
Description=Cardfile, a look-up API for business data
After=network-online.target
Wants=network-online.target
# No limit of starts: the database may be out of reach for longer than a few of them.
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=${options.program.map(word).join(' ')} serve
${environment(options)}
${writableData(options.data)}
Restart=on-failure
RestartSec=5
# The server answers accepted calls and stops within 8 seconds of SIGTERM, after CARDFILE_SHUTDOWN_DELAY (at most 60).
KillMode=mixed
TimeoutStopSec=75
LimitNOFILE=65536
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
${HARDENING}

[Install]
WantedBy=multi-user.target
`;
}

function backupService(options: ServiceOptions): string {
  const copy = `exec "$@" backup "${options.backups}/$(date --utc +%F)" --verify --force`;
  const named = (name: string) => ['/usr/bin/find', options.backups, '-mindepth', '1', '-maxdepth', '1', '-name', name];
  const remove = ['-exec', 'rm', '-r', '{}', '+'];
  const old = [...named('20??-??-??'), '-mtime', `+${BACKUP_DAYS}`, ...remove];
  const interrupted = [...named('20??-??-??.partial'), ...remove];
  return `# /etc/systemd/system/cardfile-backup.service: one verified copy a day, ${BACKUP_DAYS} of them
[Unit]
Description=Backup of Cardfile

[Service]
Type=oneshot
ExecStart=/bin/sh -c ${word(copy)} sh ${options.program.map(word).join(' ')}
ExecStartPost=${old.map(word).join(' ')}
ExecStartPost=${interrupted.map(word).join(' ')}
${environment(options)}
ReadWritePaths=${word(options.data)} ${word(options.backups)}
Nice=10
IOSchedulingClass=idle
PrivateNetwork=yes
RestrictAddressFamilies=AF_UNIX
${HARDENING}
`;
}

const BACKUP_TIMER = `# /etc/systemd/system/cardfile-backup.timer
[Unit]
Description=Daily backup of Cardfile

[Timer]
OnCalendar=daily
RandomizedDelaySec=1h
Persistent=yes

[Install]
WantedBy=timers.target
`;

const JOURNAL_SETTINGS = `# /etc/systemd/journald@cardfile.conf: rotation of the logs, which "journalctl --namespace=cardfile" shows
[Journal]
SystemMaxUse=${JOURNAL.size}
MaxRetentionSec=${JOURNAL.days}day
MaxFileSec=1day
`;

/** The files by the names that `service print` accepts. */
export const SERVICE_FILES = {
  service,
  'backup-service': backupService,
  'backup-timer': () => BACKUP_TIMER,
  journal: () => JOURNAL_SETTINGS,
} as const satisfies Readonly<Record<string, (options: ServiceOptions) => string>>;

export type ServiceFile = keyof typeof SERVICE_FILES;
