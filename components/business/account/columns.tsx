import { Badge } from '@/components/ui/base/badge';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DateTime } from '@/components/ui/date-time';
import { deviceOf } from '@/server/kernel/device';
import { SignOutButton } from './sign-out-button';
import type { Session } from './types';

const column = columnsOf<Session>();

const WAYS: Record<NonNullable<Session['signed_in_with']>, string> = {
  password: 'With a password',
  password_and_code: 'With password and code',
  passkey: 'With a passkey',
  sso: 'Single sign-on',
};

/** The columns of the member's sessions. */
export function sessionColumns(timezone: string) {
  return column.columns([
    column.accessor((session) => deviceOf(session.user_agent), {
      id: 'device',
      header: 'Device',
      meta: { rowHeader: true },
      cell: ({ row: { original }, getValue }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span title={original.user_agent ?? undefined}>{getValue()}</span>
          {original.current && <Badge tone="success">This session</Badge>}
        </span>
      ),
    }),
    column.accessor('address', {
      header: 'Address',
      cell: (info) => <span className="break-all">{info.getValue()}</span>,
    }),
    column.accessor('created_at', {
      header: 'Signed in',
      cell: ({ row: { original }, getValue }) => (
        <span className="flex flex-col">
          <DateTime value={getValue()} timezone={timezone} relative />
          {original.signed_in_with && (
            <span className="text-muted text-sm">{WAYS[original.signed_in_with]}</span>
          )}
        </span>
      ),
    }),
    column.accessor('last_seen', {
      header: 'Last active',
      cell: (info) => <DateTime value={info.getValue()} timezone={timezone} relative />,
    }),
    actionsColumn<Session>((original) => !original.current && <SignOutButton session={original} />),
  ]);
}
