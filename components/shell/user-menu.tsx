'use client';
import { ChevronsUpDown, Keyboard, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { DropdownMenu, MenuItem, MenuSeparator } from '@/components/ui/dropdown-menu';
import type { TeamRole } from '@/server/kernel/permissions';

export type ShellUser = { name: string; email: string; role: TeamRole };

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
}

/** Who is signed in, and what concerns them alone. `children` adds MenuItems above "Sign out". */
export function UserMenu({
  user,
  onShortcuts,
  onSignOut,
  children,
}: {
  user: ShellUser;
  onShortcuts: () => void;
  onSignOut: () => void;
  children?: ReactNode;
}) {
  return (
    <DropdownMenu
      align="start"
      side="top"
      className="w-56"
      trigger={
        <button
          type="button"
          aria-label={`Account of ${user.name}`}
          className="flex w-full min-w-0 items-center gap-2.5 rounded-lg p-1.5 text-left hover:bg-hover data-[state=open]:bg-hover"
        >
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-tint-progress font-semibold text-on-tint-progress text-xs">
            {initials(user.name)}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium leading-4.5">{user.name}</span>
            <span className="block truncate text-muted text-xs capitalize">{user.role}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      }
    >
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">{user.name}</p>
        <p className="truncate text-muted text-sm">{user.email}</p>
      </div>
      <MenuSeparator />
      {children}
      <MenuItem onSelect={onShortcuts}>
        <Keyboard aria-hidden />
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={onSignOut}>
        <LogOut aria-hidden />
        Sign out
      </MenuItem>
    </DropdownMenu>
  );
}
