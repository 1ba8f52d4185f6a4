'use client';
import { ChevronDown } from 'lucide-react';
import { lazy } from 'react';
import { LateOverlay } from '@/components/ui/base/late-overlay';
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
          className="flex h-9 shrink-0 items-center gap-1.5 rounded-lg px-1 hover:bg-hover data-[state=open]:bg-hover max-md:size-11 max-md:justify-center max-md:px-0"
        >
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-tint-progress font-semibold text-on-tint-progress text-xs">
            {initials(user.name)}
          </span>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted max-md:hidden" />
        </button>
      }
    >
      {(trigger) => (
        <UserMenuItems trigger={trigger} user={user} onShortcuts={onShortcuts} onSignOut={onSignOut} />
      )}
    </LateOverlay>
  );
}
