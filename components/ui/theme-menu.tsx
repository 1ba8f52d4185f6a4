'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactElement } from 'react';
import { DropdownMenu, MenuRadioGroup } from './dropdown-menu';
import type { Theme } from './theme-toggle';

const OPTIONS = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
] as const;

/** The choice of ThemeToggle. */
export function ThemeMenu({
  trigger,
  theme,
  onChange,
}: {
  trigger: ReactElement;
  theme: Theme;
  onChange: (theme: Theme) => void;
}) {
  return (
    <DropdownMenu className="min-w-36" trigger={trigger}>
      <MenuRadioGroup label="Theme" value={theme} options={OPTIONS} onValueChange={onChange} />
    </DropdownMenu>
  );
}
