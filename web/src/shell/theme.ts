export type Theme = 'light' | 'dark' | 'system';

const KEY = 'toolyard-theme';
const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark' || text === 'system';

/** The stored theme, or the system's. */
export function storedTheme(): Theme {
  const text = localStorage.getItem(KEY);
  return isTheme(text) ? text : 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', theme);
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme(theme);
}
