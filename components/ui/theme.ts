'use client';
import { useEffect, useState } from 'react';

export type Theme = 'light' | 'dark' | 'system';

function apply(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  const rest = theme === 'system' ? 'theme=; Max-Age=0' : `theme=${theme}; Max-Age=31536000`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${rest}; Path=/; SameSite=Lax`;
}

/**
 * Light, dark or the system's. A choice shows immediately and is kept in the cookie `theme`, which the root layout reads
 * to set `data-theme` before the first paint.
 */
export function useTheme(): [Theme, (next: Theme) => void] {
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => {
    const now = document.documentElement.dataset.theme;
    setTheme(now === 'light' || now === 'dark' ? now : 'system');
  }, []);
  return [
    theme,
    (next) => {
      setTheme(next);
      apply(next);
    },
  ];
}
