'use client';
import { ChevronsUpDown } from 'lucide-react';
import { lazy } from 'react';
import { LateOverlay } from '@/components/ui/late-overlay';
import type { ShellUser } from './user-menu-items';

const load = () => import('./user-menu-items');
const UserMenuItems = lazy(() => load().then((m) => ({ default: m.UserMenuItems })));

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
}

/** Who is signed in, and what concerns them alone. */
export function UserMenu({
  user,
  onShortcuts,
  onSignOut,
}: {
  user: ShellUser;
  onShortcuts: () => void;
  onSignOut: () => void;
}) {
  return (
    <LateOverlay
      kind="menu"
      load={load}
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
      {(trigger) => (
        <UserMenuItems trigger={trigger} user={user} onShortcuts={onShortcuts} onSignOut={onSignOut} />
      )}
    </LateOverlay>
  );
}
