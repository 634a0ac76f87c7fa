import { signal } from '@preact/signals';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEPT = 'govgate.theme';
const kept = THEMES.find((one) => one === localStorage.getItem(KEPT)) ?? 'system';

export const theme = signal<Theme>(kept);

/** Light, dark, or the system's choice. The only setting kept beyond a session. */
export const nextTheme = (): void => {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
  theme.value = next;
  localStorage.setItem(KEPT, next);
  showTheme();
};

export const showTheme = (): void => {
  document.documentElement.dataset.theme = theme.value;
};
