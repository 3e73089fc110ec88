// The theme: light, dark or as in the system. This browser stores the choice. styles/tokens.css defines the colours.
import { effect, signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED_UNDER = 'cardfile.theme';

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED_UNDER);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** The chosen theme. */
export const theme = signal<Theme>(storedTheme());

/** Applies the theme to the page, now and after each change. */
export function followTheme(): void {
  effect(() => {
    const chosen = theme.value;
    if (chosen === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = chosen;
    localStorage.setItem(STORED_UNDER, chosen);
  });
}
