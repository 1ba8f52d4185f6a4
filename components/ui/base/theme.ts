'use client';
import { useEffect, useState } from 'react';
import { keepChoice } from './cookie';

export type Theme = 'light' | 'dark' | 'system';

function apply(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  keepChoice('theme', theme === 'system' ? null : theme);
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
