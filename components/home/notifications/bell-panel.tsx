'use client';
import { type ReactElement, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { cn } from '@/components/ui/base/class-names';
import { grouped } from '@/components/ui/base/grouped';
import { Link } from '@/components/ui/base/link';
import { Popover } from '@/components/ui/base/popover';
import { Spinner } from '@/components/ui/base/spinner';
import { DateTime } from '@/components/ui/date-time';
import { errorText } from '@/components/ui/forms/error-text';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { KIND_NAMES, pathOf } from '@/server/kernel/notices';

/** Enough to have a screen of groups. */
const READ = 100;
const SHOWN = 20;
const POLL_MS = 30_000;

/** The latest notifications; opening one marks it as read. */
export function BellPanel({ trigger, unread }: { trigger: ReactElement; unread: number }) {
  const { entity } = useViewer();
  const [open, setOpen] = useState(true);
  const list = trpc.notifications.list.useQuery({ limit: READ }, { enabled: open, refetchInterval: POLL_MS });
  const read = trpc.notifications.read.useMutation({
    onError: (error) => void showError("Couldn't mark as read", error),
  });
  const rows = list.data?.data;
  const groups = grouped(rows ?? [], ({ kind, object }) => `${kind} ${object.id}`).slice(0, SHOWN);
  return (
    <Popover
      trigger={trigger}
      label="Notifications"
      open={open}
      onOpenChange={setOpen}
      align="end"
      className="flex w-96 flex-col p-0"
    >
      <div className="flex items-center justify-between gap-3 border-border border-b px-4 py-2.5">
        <p className="font-semibold">Notifications</p>
        {unread > 0 && rows?.[0] && (
          <Button
            variant="link"
            size="sm"
            pending={read.isPending}
            onClick={() => read.mutate({ until: rows[0]?.created_at })}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {!rows && !list.error && <Spinner label="Loading notifications" className="p-4" />}
      {list.error && !rows && <p className="p-4 text-destructive">{errorText(list.error)}</p>}
      {rows?.length === 0 && (
        <p className="p-4 text-muted">New orders, comments and alerts appear here. All caught up.</p>
      )}
      {rows && rows.length > 0 && (
        <ul aria-label="Latest notifications" className="max-h-96 overflow-y-auto">
          {groups.map(({ first: row, all }) => {
            const unreadIds = all.filter(({ read_at }) => read_at === null).map(({ id }) => id);
            const isUnread = unreadIds.length > 0;
            return (
              <li key={row.id} className="border-border border-b last:border-b-0">
                <Link
                  href={pathOf(row.object, entity.type)}
                  className="flex gap-2.5 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2"
                  onClick={() => {
                    setOpen(false);
                    if (isUnread) read.mutate({ ids: unreadIds });
                  }}
                >
                  <span
                    aria-hidden
                    className={cn(
                      'mt-1.5 size-2 shrink-0 rounded-full',
                      isUnread ? 'bg-primary' : 'bg-transparent',
                    )}
                  />
                  <span className="min-w-0 flex-1">
                    <span className={cn('block break-words', isUnread && 'font-medium')}>
                      {isUnread && <span className="sr-only">Unread: </span>}
                      {row.summary}
                    </span>
                    <span className="mt-0.5 block text-muted text-sm">
                      {KIND_NAMES[row.kind]}
                      {all.length > 1 && `, ${all.length} times`} ·{' '}
                      <DateTime value={row.created_at} timezone={entity.timezone} relative="inline" />
                    </span>
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      <div className="border-border border-t px-4 py-2.5">
        <Link
          href="/settings/notifications"
          className="rounded-sm text-link text-sm underline-offset-4 hover:underline"
          onClick={() => setOpen(false)}
        >
          Notification settings
        </Link>
      </div>
    </Popover>
  );
}
