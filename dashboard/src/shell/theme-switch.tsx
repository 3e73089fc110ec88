// System, light or dark theme: three toggle buttons, one of them pressed.
import { IconButton } from '../components/button.tsx';
import { SHELL_TEXTS } from '../texts/shell-texts.ts';
import { THEMES, type Theme, theme } from '../theme.ts';

const SHOWN = {
  system: { icon: 'system', label: SHELL_TEXTS.themes.system },
  light: { icon: 'sun', label: SHELL_TEXTS.themes.light },
  dark: { icon: 'moon', label: SHELL_TEXTS.themes.dark },
} as const satisfies Record<Theme, object>;

export function ThemeSwitch() {
  return (
    <fieldset class="switch">
      <legend class="unseen">{SHELL_TEXTS.theme}</legend>
      {THEMES.map((name) => (
        <IconButton
          key={name}
          {...SHOWN[name]}
          isPressed={theme.value === name}
          onClick={() => {
            theme.value = name;
          }}
        />
      ))}
    </fieldset>
  );
}
