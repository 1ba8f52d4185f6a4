'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { MenuRadioGroup } from './dropdown-menu';
import { useTheme } from './theme';

const OPTIONS = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
] as const;

/** The choice of the theme, inside a menu. */
export function ThemeOptions() {
  const [theme, setTheme] = useTheme();
  return <MenuRadioGroup label="Theme" value={theme} options={OPTIONS} onValueChange={setTheme} />;
}
