'use client';
import { Keyboard, LogOut, ShieldCheck, UserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { DropdownMenu, MenuItem, MenuSeparator } from '@/components/ui/base/dropdown-menu';
import { Link } from '@/components/ui/base/link';
import { ThemeOptions } from '@/components/ui/base/theme-options';
import type { TeamRole } from '@/server/kernel/permissions';

export type ShellUser = { name: string; email: string; role: TeamRole };

/** What UserMenu opens. */
export function UserMenuItems({
  trigger,
  user,
  onShortcuts,
  onSignOut,
}: {
  trigger: ReactElement;
  user: ShellUser;
  onShortcuts: () => void;
  onSignOut: () => void;
}) {
  return (
    <DropdownMenu className="w-56" trigger={trigger}>
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">{user.name}</p>
        <p className="truncate text-muted text-sm">{user.email}</p>
        <p className="text-muted text-sm capitalize">{user.role}</p>
      </div>
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/settings/profile">
          <UserRound aria-hidden />
          Profile
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href="/settings/security">
          <ShieldCheck aria-hidden />
          Security
        </Link>
      </MenuItem>
      <MenuSeparator />
      <ThemeOptions />
      <MenuSeparator />
      <MenuItem onSelect={onShortcuts}>
        <Keyboard aria-hidden />
        Keyboard shortcuts
      </MenuItem>
      <MenuItem onSelect={onSignOut}>
        <LogOut aria-hidden />
        Sign out
      </MenuItem>
    </DropdownMenu>
  );
}
