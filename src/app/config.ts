// Settings: a flag takes precedence over the environment, then cardfile.config.json, then the default. Each value has
// its origin.
import { existsSync, readFileSync } from 'node:fs';
import { fileSentence } from '../ops/files/file-fault.ts';
import { isJsonObject, parsedFileText } from '../ops/json/json-object.ts';
import type { LogFormat } from '../ops/monitoring/log.ts';
import { OperatorError } from '../ops/operator-error.ts';
import { NODE_SETTINGS, type NodeConfig } from './node-settings.ts';
import { OPEN_ID_SETTINGS, type OpenIdConfig } from './open-id-settings.ts';
import type { Setting } from './setting.ts';
import {
  corsOrigins,
  countries,
  mailAddress,
  onOrOff,
  origin,
  PASSWORD_ESCAPES,
  postgresUrl,
  proxies,
  smtpUrl,
  textIn,
  wholeNumber,
} from './setting-values.ts';

/** A setting that cannot be used; the message names it, its source and the right form. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
  /** Whether the command line gave the value. */
  readonly isOfFlag: boolean;

  constructor(message: string, { isOfFlag = false } = {}) {
    super(message);
    this.isOfFlag = isOfFlag;
  }
}

export interface Config extends NodeConfig, OpenIdConfig {
  /** Folder of the stores, unless they are in a database, and of editions. */
  readonly data: string;
  /** The database of records, accounts and members; null: files in the data folder. */
  readonly database: string | null;
  readonly host: string;
  readonly port: number;
  /** Threads that serve. */
  readonly workers: number;
  /** MiB of an edition's records that are kept in memory, shared by all threads. */
  readonly editionMemory: number;
  /** The host of all answered profile URLs; null keeps each as imported. */
  readonly networkHost: string | null;
  /** Countries whose national numbers are tried for a phone without country code. */
  readonly phoneCountries: readonly string[];
  /** Days after which an e-mail check is ignored; 0: never. */
  readonly emailStatusDays: number;
  /** Days after which a row that no import contains any longer can be removed; 0: never. */
  readonly retentionDays: number;
  /** Days after which a batch is removed with its input and results. */
  readonly batchDays: number;
  readonly batchRowsMax: number;
  /** MiB of the input of a batch. */
  readonly batchMibMax: number;
  /** Whether webhooks may reach private addresses, and addresses without TLS. */
  readonly webhookPrivate: boolean;
  /** Whether the log of requests keeps redacted bodies for a day. */
  readonly callBodies: boolean;
  readonly logLevel: string;
  readonly logFormat: LogFormat;
  /** A call that takes longer is logged as a slow one. */
  readonly slowMs: number;
  /** Seconds from SIGTERM until the server stops accepting calls. */
  readonly shutdownDelay: number;
  readonly metricsToken: string | null;
  /** Whether the dashboard is served. */
  readonly dashboard: boolean;
  /** URL at which browsers reach the dashboard; null: the host of the request. */
  readonly publicUrl: string | null;
  /** Proxies whose headers on address and scheme of a caller are trusted. */
  readonly trustedProxies: readonly string[];
  /** Origins of web pages that may call the API; `*` alone for all. */
  readonly corsOrigins: readonly string[];
  readonly sessionIdleMinutes: number;
  readonly sessionHours: number;
  /** The mail server, and the sender; both or none. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
}

export type SettingName = keyof Config;

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'];
const LOG_FORMATS: readonly LogFormat[] = ['auto', 'json', 'text'];
const HOSTNAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i;

export const SETTINGS: { readonly [Name in SettingName]: Setting<Config[Name]> } = {
  data: {
    environment: 'CARDFILE_DATA',
    fallback: './data',
    description: 'folder of the data',
    read: (text) => text,
    form: 'a folder',
  },
  database: {
    environment: 'CARDFILE_DATABASE',
    fallback: null,
    description: 'PostgreSQL database of records, accounts and members; default: files in the data folder',
    secret: true,
    read: postgresUrl,
    form: `an address such as postgres://cardfile:password@127.0.0.1:5432/cardfile${PASSWORD_ESCAPES}`,
  },
  ...NODE_SETTINGS,
  host: {
    environment: 'CARDFILE_HOST',
    fallback: '127.0.0.1',
    description: 'address to listen on',
    read: (text) => text,
    form: 'an address',
  },
  port: {
    environment: 'CARDFILE_PORT',
    fallback: 8080,
    description: 'port to listen on',
    read: wholeNumber(0, 65_535),
    form: '0 to 65535',
  },
  workers: {
    environment: 'CARDFILE_WORKERS',
    fallback: 1,
    description: 'number of serving threads',
    read: wholeNumber(1, 64),
    form: '1 to 64',
  },
  editionMemory: {
    environment: 'CARDFILE_EDITION_MEMORY',
    fallback: 256,
    description: 'MiB of record bodies of the edition that are kept in memory; others are read from its file',
    read: wholeNumber(0, 1_048_576),
    form: '0 to 1048576',
  },
  networkHost: {
    environment: 'CARDFILE_NETWORK_HOST',
    fallback: null,
    description: 'host of all answered profile URLs (default: as imported)',
    read: (text) => (HOSTNAME.test(text) ? text.toLowerCase() : undefined),
    form: 'a hostname such as www.network.example',
  },
  phoneCountries: {
    environment: 'CARDFILE_PHONE_COUNTRIES',
    fallback: ['US', 'GB'],
    description: 'default countries for national phone numbers',
    read: countries,
    form: 'comma-separated ISO country codes',
  },
  emailStatusDays: {
    environment: 'CARDFILE_EMAIL_STATUS_DAYS',
    fallback: 90,
    description: 'days after which the status of an e-mail address is answered as unknown; 0: never',
    read: wholeNumber(0, 36_500),
    form: '0 to 36500',
  },
  retentionDays: {
    environment: 'CARDFILE_RETENTION_DAYS',
    fallback: 0,
    description: 'age in days from which `cardfile retention apply` removes rows; 0: never',
    read: wholeNumber(0, 36_500),
    form: '0 to 36500',
  },
  batchDays: {
    environment: 'CARDFILE_BATCH_DAYS',
    fallback: 30,
    description: 'days after which a batch is removed with its input and results',
    read: wholeNumber(1, 3650),
    form: '1 to 3650',
  },
  batchRowsMax: {
    environment: 'CARDFILE_BATCH_ROWS_MAX',
    fallback: 1_000_000,
    description: 'maximum rows of a batch',
    read: wholeNumber(1, 100_000_000),
    form: '1 to 100000000',
  },
  batchMibMax: {
    environment: 'CARDFILE_BATCH_MIB_MAX',
    fallback: 512,
    description: 'maximum MiB of the input of a batch',
    read: wholeNumber(1, 1_048_576),
    form: '1 to 1048576',
  },
  webhookPrivate: {
    environment: 'CARDFILE_WEBHOOK_PRIVATE',
    fallback: false,
    description: 'allow webhooks to private addresses and to http:// addresses',
    read: onOrOff,
    form: 'on or off',
  },
  callBodies: {
    environment: 'CARDFILE_CALL_BODIES',
    fallback: false,
    description: 'keep redacted bodies of the last 100 calls of each key for a day, for the log of requests',
    read: onOrOff,
    form: 'on or off',
  },
  logLevel: {
    environment: 'CARDFILE_LOG_LEVEL',
    fallback: 'info',
    description: 'minimum level of the log',
    read: (text) => (LOG_LEVELS.includes(text) ? text : undefined),
    form: LOG_LEVELS.join(', '),
  },
  logFormat: {
    environment: 'CARDFILE_LOG_FORMAT',
    fallback: 'auto',
    description: 'format of the log; auto: text on a terminal, else JSON',
    read: (text) => LOG_FORMATS.find((format) => format === text),
    form: LOG_FORMATS.join(', '),
  },
  slowMs: {
    environment: 'CARDFILE_SLOW_MS',
    fallback: 250,
    description: 'milliseconds from which a call is logged as slow',
    read: wholeNumber(1, 600_000),
    form: '1 to 600000',
  },
  shutdownDelay: {
    environment: 'CARDFILE_SHUTDOWN_DELAY',
    fallback: 0,
    description: 'seconds after SIGTERM in which calls are still answered and /readyz is 503, for load balancers',
    read: wholeNumber(0, 60),
    form: '0 to 60',
  },
  metricsToken: {
    environment: 'CARDFILE_METRICS_TOKEN',
    fallback: null,
    description: 'bearer token for /metrics from anywhere',
    secret: true,
    read: (text) => text,
    form: 'a text',
  },
  dashboard: {
    environment: 'CARDFILE_DASHBOARD',
    fallback: true,
    description: 'serve the dashboard',
    read: onOrOff,
    form: 'on or off',
  },
  publicUrl: {
    environment: 'CARDFILE_PUBLIC_URL',
    fallback: null,
    description: 'public https address of the dashboard',
    read: origin,
    form: 'an address such as https://cardfile.acme.example, without a path',
  },
  trustedProxies: {
    environment: 'CARDFILE_TRUSTED_PROXIES',
    fallback: [],
    description: 'proxies whose X-Forwarded-For and -Proto are trusted',
    read: proxies,
    form: 'loopback, or comma-separated addresses and networks such as 10.0.0.0/8',
  },
  corsOrigins: {
    environment: 'CARDFILE_CORS_ORIGINS',
    fallback: [],
    description: 'origins of web pages that may call the API (CORS); default: none',
    read: corsOrigins,
    form: '*, or comma-separated origins such as https://app.acme.example',
  },
  sessionIdleMinutes: {
    environment: 'CARDFILE_SESSION_IDLE_MINUTES',
    fallback: 120,
    description: 'minutes without use after which a session ends',
    read: wholeNumber(1, 10_080),
    form: '1 to 10080',
  },
  sessionHours: {
    environment: 'CARDFILE_SESSION_HOURS',
    fallback: 12,
    description: 'hours after which a session ends',
    read: wholeNumber(1, 720),
    form: '1 to 720',
  },
  ...OPEN_ID_SETTINGS,
  smtpUrl: {
    environment: 'CARDFILE_SMTP_URL',
    fallback: null,
    description: 'mail server for invitations and for links that reset a password; default: links are shown only',
    secret: true,
    read: smtpUrl,
    form: `an address such as smtps://user:password@mail.acme.example, or smtp://mail.acme.example:587${PASSWORD_ESCAPES}`,
  },
  mailFrom: {
    environment: 'CARDFILE_MAIL_FROM',
    fallback: null,
    description: 'sender of mail',
    read: mailAddress,
    form: 'an address such as cardfile@acme.example, or "Cardfile <cardfile@acme.example>"',
  },
};

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
const FLAG = 'flag';
const CONFIG_FILE = 'cardfile.config.json';

/** A setting as `cardfile config` shows it. */
export interface ResolvedSetting {
  readonly name: SettingName;
  readonly value: string;
  readonly source: string;
}

type Texts = Partial<Record<SettingName, string>>;

/**
 * Reads all settings; `flags` are those given on the command line. Throws ConfigError for the first that does not fit.
 */
export function readConfig(
  flags: Texts,
  environment: NodeJS.ProcessEnv,
): { config: Config; resolved: ResolvedSetting[] } {
  const file = readConfigFile();
  const resolved: ResolvedSetting[] = [];
  const entries = SETTING_NAMES.map((name) => {
    const { value, source } = resolve(name, [
      [FLAG, flags[name]],
      [`environment ${SETTINGS[name].environment}`, textIn(environment, SETTINGS[name].environment)],
      [CONFIG_FILE, file[name]],
    ]);
    resolved.push({ name, value: shown(name, value), source });
    return [name, value];
  });
  return { config: Object.freeze(Object.fromEntries(entries)) as Config, resolved };
}

function resolve(
  name: SettingName,
  candidates: [source: string, text: string | undefined][],
): { value: unknown; source: string } {
  const setting = SETTINGS[name];
  for (const [source, text] of candidates) {
    if (text === undefined) continue;
    // A blank value is a variable that was not filled in: the default could select another database or folder.
    const isBlank = text.trim() === '';
    const value = isBlank ? undefined : setting.read(text);
    if (value !== undefined) return { value, source };
    const given = isBlank ? 'blank' : `"${setting.secret ? '***' : text}"`;
    const otherwise = isBlank ? ', or not given at all' : '';
    throw new ConfigError(`${givenBy(name, source)} is ${given}: it must be ${setting.form}${otherwise}`, {
      isOfFlag: source === FLAG,
    });
  }
  return { value: setting.fallback, source: 'default' };
}

/** The flag, variable or line of the file that has the value. */
function givenBy(name: SettingName, source: string): string {
  if (source === CONFIG_FILE) return `${name} in ${CONFIG_FILE}`;
  if (source !== FLAG) return SETTINGS[name].environment;
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function shown(name: SettingName, value: unknown): string {
  if (value === null) return '';
  const { secret, shown: text = String } = SETTINGS[name] as Setting<unknown>;
  return secret ? '***' : text(value);
}

function readConfigFile(): Texts {
  if (!existsSync(CONFIG_FILE)) return {};
  let content: unknown;
  try {
    content = parsedFileText(readFileSync(CONFIG_FILE, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw new ConfigError(fileSentence(CONFIG_FILE, error));
    throw new ConfigError(`${CONFIG_FILE} is not valid JSON: ${error.message}`);
  }
  if (!isJsonObject(content)) throw new ConfigError(`${CONFIG_FILE} must hold a JSON object`);
  const unknown = Object.keys(content).find((key) => !SETTING_NAMES.includes(key as SettingName));
  if (unknown !== undefined)
    throw new ConfigError(
      `${CONFIG_FILE} holds the unknown setting "${unknown}"; known are ${SETTING_NAMES.join(', ')}`,
    );
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, settingText(key, value)]));
}

/** The value of a setting in the file, as text; a list is joined by commas. */
function settingText(key: string, value: unknown): string {
  const isScalar = (one: unknown) => ['string', 'number', 'boolean'].includes(typeof one);
  if (isScalar(value) || (Array.isArray(value) && value.every(isScalar))) return String(value);
  throw new ConfigError(`${key} in ${CONFIG_FILE} must be a text, a number, true, false or a list of these`);
}
