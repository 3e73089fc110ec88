// System, light or dark: three buttons of which one is pressed.
import { IconButton } from '../components/button.tsx';
import { THEMES, type Theme, theme } from '../theme.ts';

const SHOWN = {
  system: { icon: 'system', label: 'System theme' },
  light: { icon: 'sun', label: 'Light theme' },
  dark: { icon: 'moon', label: 'Dark theme' },
} as const satisfies Record<Theme, object>;

export function ThemeSwitch() {
  return (
    <fieldset class="switch">
      <legend class="unseen">Theme</legend>
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
