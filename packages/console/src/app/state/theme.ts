import { keptInBrowser } from './kept.js';
import { makeStore } from './store.js';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEPT = 'govgate.theme';
const store = makeStore<{ readonly theme: Theme }>({
  theme: THEMES.find((one) => one === keptInBrowser.read(KEPT)) ?? 'system',
});
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

export const useTheme = (): Theme => store.use().theme;

/** Light, dark, or the system's choice; this browser keeps it. */
export const nextTheme = (): void => {
  const theme = THEMES[(THEMES.indexOf(store.get().theme) + 1) % THEMES.length] ?? 'system';
  keptInBrowser.keep(KEPT, theme);
  store.set({ theme });
  apply();
};

/** Shows the theme, and follows the system where that decides. */
export const showTheme = (): void => {
  systemIsDark.addEventListener('change', apply);
  apply();
};

const apply = (): void => {
  const { theme } = store.get();
  const isDark = theme === 'dark' || (theme === 'system' && systemIsDark.matches);
  document.documentElement.classList.toggle('pf-v6-theme-dark', isDark);
};
