import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, SETTING_NAMES, SETTINGS, type SettingName } from './config.ts';

function reading(name: SettingName, text: string): unknown {
  try {
    return readConfig({ [name]: text }, {}).config[name];
  } catch (error) {
    return (error as Error).message;
  }
}

/** Runs work in a folder with this cardfile.config.json. */
function inFolderWith<Result>(file: string, work: () => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'cardfile-config-'));
  writeFileSync(join(folder, 'cardfile.config.json'), file);
  const before = process.cwd();
  process.chdir(folder);
  try {
    return work();
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
}

test('the public address is an origin: https, or this machine', () => {
  expect(reading('publicUrl', 'https://Card.Example/')).toBe('https://card.example');
  expect(reading('publicUrl', 'https://card.example:8443')).toBe('https://card.example:8443');
  expect(reading('publicUrl', 'http://localhost:8080')).toBe('http://localhost:8080');
  const wrong = ['http://card.example', 'https://card.example/cardfile', 'card.example', 'ftp://card.example', ''];
  for (const text of [...wrong, 'https://a@card.example', 'https://card.example?x', 'http://127.0.0.1.evil.example'])
    expect(reading('publicUrl', text), text).toContain('it must be an address');
});

test('the port is not taken from the description of a Service of Kubernetes', () => {
  const portOf = (CARDFILE_PORT: string) => readConfig({}, { CARDFILE_PORT }).config.port;
  expect(['tcp://10.96.0.1:8080', 'tcp://[fd00::1]:80', '9090'].map(portOf)).toEqual([8080, 8080, 9090]);
  for (const text of ['tcp://', '8080/tcp', 'udp://10.96.0.1:8080'])
    expect(() => portOf(text), text).toThrow('it must be 0 to 65535');
});

test('trusted proxies are addresses and networks', () => {
  expect(reading('trustedProxies', 'loopback, 10.0.0.0/8,2001:db8::/32,192.0.2.1')).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::/32',
    '192.0.2.1',
  ]);
  for (const text of ['all', 'true', '10.0.0.0/33', '10.0.0/8', 'proxy.example', '10.0.0.1,', '::/129', ''])
    expect(reading('trustedProxies', text), text).toContain(
      'it must be loopback, or comma-separated addresses and networks',
    );
});

test('an OpenID provider speaks https, except on this machine', () => {
  expect(reading('oidcIssuer', 'https://id.example/realms/acme')).toBe('https://id.example/realms/acme');
  expect(reading('oidcIssuer', 'http://127.0.0.1:9000')).toBe('http://127.0.0.1:9000');
  expect(reading('oidcIssuer', 'http://id.example')).toContain('it must be an https address');
});

test.each([
  ['CARDFILE_DATABASE', 'postgres://user:secret@host/database', 'postgres://user:100%@host/database'],
  ['CARDFILE_LIMITER', 'redis://user:secret@host', 'redis://user:100%@host'],
  ['CARDFILE_SMTP_URL', 'smtp://user:secret@host', 'smtp://user:100%@host'],
])('%s with a percent sign that begins no escape is rejected', (name, right, wrong) => {
  expect(() => readConfig({}, { [name]: right })).not.toThrow();
  expect(() => readConfig({}, { [name]: wrong })).toThrow(new RegExp(`${name} .*% is written %25`));
});

test('secrets are not shown', () => {
  const { resolved } = readConfig({}, { CARDFILE_OIDC_CLIENT_SECRET: 'hush', CARDFILE_METRICS_TOKEN: 'hush' });
  expect(JSON.stringify(resolved)).not.toContain('hush');
  expect(resolved).toContainEqual({
    name: 'oidcClientSecret',
    value: '***',
    source: 'environment CARDFILE_OIDC_CLIENT_SECRET',
  });
});

test('enables the dashboard by default', () => {
  expect(readConfig({}, {}).config.dashboard).toBe(true);
  expect(readConfig({}, { CARDFILE_DASHBOARD: 'off' }).config.dashboard).toBe(false);
  expect(reading('dashboard', 'maybe')).toContain('it must be on or off');
});

test.each(SETTING_NAMES)('a blank %s is rejected by its name, from each source', (name) => {
  const { environment, form } = SETTINGS[name];
  const file = JSON.stringify({ [name]: '' });
  for (const blank of ['', ' ', '\n']) {
    const message = (given: string) => `${given} is blank: it must be ${form}, or not given at all`;
    expect(reading(name, blank)).toMatch(/^--[a-z-]+ is blank: /);
    expect(() => readConfig({}, { [environment]: blank })).toThrow(message(environment));
    expect(() => inFolderWith(file, () => readConfig({}, {}))).toThrow(message(`${name} in cardfile.config.json`));
  }
});

test.each([null, {}, [null], [['US']]])('rejects %j as the value of a setting in the file', (value) => {
  const file = JSON.stringify({ data: value });
  expect(() => inFolderWith(file, () => readConfig({}, {}))).toThrow(
    'data in cardfile.config.json must be a text, a number, true, false or a list of these',
  );
});

test('reads numbers, switches and lists of the file like their texts', () => {
  const file = JSON.stringify({ port: 9000, dashboard: false, phoneCountries: ['DE', 'FR'] });
  const { config } = inFolderWith(file, () => readConfig({}, {}));
  expect(config).toMatchObject({ port: 9000, dashboard: false, phoneCountries: ['DE', 'FR'] });
});

test('reports a wrong value of a flag as wrong use, and any other as a failure', () => {
  expect(() => readConfig({ workers: '0' }, {})).toThrow(expect.objectContaining({ isOfFlag: true }));
  expect(() => readConfig({}, { CARDFILE_WORKERS: '0' })).toThrow(expect.objectContaining({ isOfFlag: false }));
});

test('names the flag as it was given', () => {
  expect(reading('logLevel', 'loud')).toBe('--log-level is "loud": it must be silent, error, warn, info, debug');
});

test('reads a file of settings with a byte order mark', () => {
  expect(inFolderWith('\ufeff{"workers": 3}', () => readConfig({}, {})).config.workers).toBe(3);
});

test('distinguishes a file of settings that cannot be read from one that is not JSON', () => {
  expect(() => inFolderWith('{', () => readConfig({}, {}))).toThrow('cardfile.config.json is not valid JSON: ');
  const inFolder = () => {
    rmSync('cardfile.config.json');
    mkdirSync('cardfile.config.json');
    return readConfig({}, {});
  };
  expect(() => inFolderWith('', inFolder)).toThrow('cardfile.config.json: it is a folder. Name a file.');
});
