'use client';
import { SunMoon } from 'lucide-react';
import { Button } from '@/components/ui/base/button';
import { DropdownMenu } from '@/components/ui/base/dropdown-menu';
import { LateOverlay } from '@/components/ui/base/late-overlay';
import { ThemeOptions } from '@/components/ui/base/theme-options';

/** The choice of the theme outside the shell. */
export function ThemeButton() {
  return (
    <LateOverlay
      kind="menu"
      load={() => Promise.resolve()}
      trigger={
        <Button variant="ghost" aria-label="Theme" className="w-9 px-0">
          <SunMoon aria-hidden />
        </Button>
      }
    >
      {(trigger) => (
        <DropdownMenu className="min-w-36" trigger={trigger}>
          <ThemeOptions />
        </DropdownMenu>
      )}
    </LateOverlay>
  );
}
