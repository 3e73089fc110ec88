// Light or dark: as the system says, or as chosen here and kept in this browser. Colours themselves are
// styles/tokens.css.
import { effect, signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED_UNDER = 'cardfile.theme';

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED_UNDER);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** The choice of the reader. */
export const theme = signal<Theme>(storedTheme());

/** Keeps the page in the chosen theme from now on. */
export function followTheme(): void {
  effect(() => {
    const chosen = theme.value;
    if (chosen === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = chosen;
    localStorage.setItem(STORED_UNDER, chosen);
  });
}
