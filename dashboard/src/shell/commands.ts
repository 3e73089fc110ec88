// The commands of the palette: screens, accounts, themes, and searches for the typed words.

import type { IconName } from '../components/icon.tsx';
import { account, may } from '../session.ts';
import { SHELL_TEXTS } from '../texts/shell-texts.ts';
import { THEMES, theme } from '../theme.ts';
import { PARTS, type Place } from './places.ts';

export interface Command {
  readonly label: string;
  readonly icon: IconName;
  /** Shown at the end of the row: a shortcut or a count. */
  readonly note?: string;
  readonly run: () => void;
}

interface CommandSources {
  readonly places: readonly Place[];
  readonly accounts: readonly string[];
  readonly route: (path: string) => void;
  readonly choose: (account: string) => void;
}

/** The commands that do not depend on the typed text. */
export function fixedCommands({ places, accounts, route, choose }: CommandSources): readonly Command[] {
  return [
    ...places.map(({ title, icon, path, key }) => ({
      ...{ icon, label: SHELL_TEXTS.goTo(title), note: `g ${key}` },
      run: () => route(path),
    })),
    ...PARTS.filter(({ least }) => may(least)).map(({ title, icon, path }) => ({
      ...{ icon, label: SHELL_TEXTS.goTo(title) },
      run: () => route(path),
    })),
    ...accounts
      .filter((name) => name !== account.value)
      .map((name) => ({
        ...{ icon: 'people' as const, label: SHELL_TEXTS.useAccount(name) },
        run: () => choose(name),
      })),
    ...THEMES.filter((name) => name !== theme.value).map((name) => ({
      ...{ icon: 'moon' as const, label: SHELL_TEXTS.useTheme(name) },
      run: () => {
        theme.value = name;
      },
    })),
  ];
}

/** Explorer searches for the typed words. */
export function searchCommands(words: string, route: (path: string) => void): readonly Command[] {
  if (words === '' || !may('read_only')) return [];
  const search = (label: string, address: string): Command => ({ icon: 'search', label, run: () => route(address) });
  const value = encodeURIComponent(words);
  return [
    search(SHELL_TEXTS.searchPeople(words), `/explorer/people?people.job_title=${value}`),
    search(SHELL_TEXTS.searchNames(words), `/explorer/people?people.name=${value}`),
    search(SHELL_TEXTS.searchCompanies(words), `/explorer/companies?company.name=${value}`),
  ];
}

/** Commands that contain all typed words. */
export function matching(commands: readonly Command[], typed: string): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
