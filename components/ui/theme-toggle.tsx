'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { Button } from './button';
import { LateOverlay } from './late-overlay';

export type Theme = 'light' | 'dark' | 'system';

const load = () => import('./theme-menu');
const ThemeMenu = lazy(() => load().then((m) => ({ default: m.ThemeMenu })));

function apply(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  const rest = theme === 'system' ? 'theme=; Max-Age=0' : `theme=${theme}; Max-Age=31536000`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${rest}; Path=/; SameSite=Lax`;
}

/**
 * Light, dark or as the system says. The choice shows at once and is kept in the cookie `theme`, which the
 * root layout reads to set `data-theme` before the first paint.
 */
export function ThemeToggle() {
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => {
    const now = document.documentElement.dataset.theme;
    setTheme(now === 'light' || now === 'dark' ? now : 'system');
  }, []);
  return (
    <LateOverlay
      kind="menu"
      load={load}
      trigger={
        <Button variant="ghost" aria-label="Theme" className="w-9 px-0">
          {theme === 'system' ? (
            <Monitor aria-hidden />
          ) : theme === 'dark' ? (
            <Moon aria-hidden />
          ) : (
            <Sun aria-hidden />
          )}
        </Button>
      }
    >
      {(trigger) => (
        <ThemeMenu
          trigger={trigger}
          theme={theme}
          onChange={(next) => {
            setTheme(next);
            apply(next);
          }}
        />
      )}
    </LateOverlay>
  );
}
