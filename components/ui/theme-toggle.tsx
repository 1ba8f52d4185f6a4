'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button';
import { DropdownMenu, MenuRadioGroup } from './dropdown-menu';

export type Theme = 'light' | 'dark' | 'system';

const OPTIONS = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
] as const;

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
    <DropdownMenu
      className="min-w-36"
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
      <MenuRadioGroup
        label="Theme"
        value={theme}
        options={OPTIONS}
        onValueChange={(next) => {
          setTheme(next);
          apply(next);
        }}
      />
    </DropdownMenu>
  );
}
