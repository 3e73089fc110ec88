// The page of the settings of a server and of its commands.
import { SETTING_NAMES, SETTINGS } from '../app/config.ts';
import type { Setting } from '../app/setting.ts';
import { code, page, table } from './markdown.ts';

/** The page in Markdown. */
export function settingsPage(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { environment, description, form, fallback, shown = String } = SETTINGS[name] as Setting<unknown>;
    return [code(environment), code(name), description, withCode(form), defaultText(fallback, shown)];
  });
  return page(
    '# Settings',
    'A command reads each setting from its flag if it has one, else from the environment, else from the file `cardfile.config.json` in the current folder, else it uses the default. The file is one JSON object with the names of the second column, such as `{"port": 9090, "phoneCountries": ["DE", "FR"]}`. An unknown name in the file and a value of another form are errors; `cardfile doctor` reports an unknown variable. `cardfile config` shows each setting with its value and origin, without secrets.',
    'The flags of every command are `--data`, `--host`, `--port`, `--network-host`, `--log-level` and `--log-format`; `serve` also has `--workers`, and `retention apply` has `--days`.',
    table(['variable', 'name in the file', 'meaning', 'value', 'default'], rows),
  );
}

function defaultText(fallback: unknown, shown: (value: unknown) => string): string {
  if (fallback === null || (Array.isArray(fallback) && fallback.length === 0)) return 'none';
  return code(typeof fallback === 'boolean' ? (fallback ? 'on' : 'off') : shown(fallback));
}

/** Addresses and quoted texts as code, so that a page does not turn them into links. */
const withCode = (text: string) => text.replace(/[a-z\d+]+:\/\/[^\s,;]*|"[^"]*"|[^\s,;]+@[^\s,;]+/g, code);
