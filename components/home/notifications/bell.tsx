'use client';
import { Bell } from 'lucide-react';
import { lazy } from 'react';
import { IconButton } from '@/components/ui/base/icon-button';
import { LateOverlay } from '@/components/ui/base/late-overlay';
import { trpc } from '@/components/ui/providers/trpc';

const load = () => import('./bell-panel');
const BellPanel = lazy(() => load().then((m) => ({ default: m.BellPanel })));

/** A hidden tab isn't polled. */
const POLL_MS = 30_000;
const MOST_SHOWN = 99;

/** What happened that concerns the member: how much is unread, and the latest of it. */
export function NotificationBell() {
  const { data } = trpc.notifications.unread.useQuery({}, { refetchInterval: POLL_MS });
  // What repeats for an object is listed once, and counted once.
  const unread = data?.unread_groups ?? 0;
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  return (
    <div className="relative">
      <LateOverlay
        kind="dialog"
        load={load}
        trigger={
          <IconButton
            icon={Bell}
            label={unread > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
            tooltip="Notifications"
          />
        }
      >
        {(trigger) => <BellPanel trigger={trigger} unread={unread} />}
      </LateOverlay>
      {unread > 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute -top-0.5 -right-0.5 min-w-4.5 rounded-full bg-primary px-1 text-center font-semibold text-xs text-on-primary leading-4.5 tabular-nums"
        >
          {shown}
        </span>
      )}
    </div>
  );
}
