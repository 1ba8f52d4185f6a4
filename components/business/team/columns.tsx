import { ShieldCheck } from 'lucide-react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { actionsColumn, EditAndDelete } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DateTime } from '@/components/ui/date-time';
import { locationsText, nameOf, ROLE } from './labels';
import { ResendButton } from './resend-button';
import { LAST_OWNER, type Manager, mayChange } from './rules';
import type { Member, Place } from './types';

const column = columnsOf<Member>();

type Context = {
  places: readonly Place[];
  timezone: string;
  /** The viewer where they manage the team; null where they only read it. */
  manager: Manager | null;
  onEdit: (member: Member) => void;
  onRemove: (member: Member) => void;
};

const locationsColumn = (places: readonly Place[]) =>
  column.display({
    id: 'locations',
    header: 'Locations',
    cell: ({ row }) => (
      <span className="block md:max-w-44 md:whitespace-normal lg:max-w-64">
        {locationsText(row.original, places)}
      </span>
    ),
  });

/** The columns of the members. @param lastOwner the id of the only owner, who can't be removed */
export function memberColumns({
  places,
  timezone,
  manager,
  lastOwner,
  onEdit,
  onRemove,
}: Context & { lastOwner: string | null }) {
  const facts = column.columns([
    column.accessor('name', {
      header: 'Member',
      meta: { rowHeader: true, sortKey: 'name' },
      cell: ({ row: { original } }) => (
        <div className="py-1">
          <p className="wrap-anywhere font-medium">{nameOf(original)}</p>
          <p className="wrap-anywhere text-muted text-sm">{original.email}</p>
        </div>
      ),
    }),
    column.accessor('role', {
      header: 'Role',
      meta: { sortKey: 'role' },
      cell: ({ row: { original } }) => (
        <>
          {ROLE[original.role].label}
          {original.user_id === lastOwner && <span className="block text-muted text-sm">Only owner</span>}
        </>
      ),
    }),
    locationsColumn(places),
    column.accessor('mfa_enabled', {
      header: 'Sign-in',
      meta: { card: 'badge' },
      cell: (info) =>
        info.getValue() ? (
          <Badge tone="success" icon={ShieldCheck}>
            MFA
          </Badge>
        ) : (
          <Badge>Password</Badge>
        ),
    }),
    column.accessor('joined_at', {
      header: 'Joined',
      meta: { sortKey: 'joined_at', hideBelow: 'xl' },
      cell: (info) => <DateTime value={info.getValue()} timezone={timezone} relative />,
    }),
  ]);
  if (!manager) return facts;
  return [
    ...facts,
    actionsColumn<Member>(
      (member) =>
        mayChange(manager, member) && (
          <EditAndDelete
            name={nameOf(member)}
            verb="Remove"
            kept={member.user_id === lastOwner ? LAST_OWNER : undefined}
            onEdit={() => onEdit(member)}
            onDelete={() => onRemove(member)}
          />
        ),
    ),
  ];
}

/** The columns of the open invitations. */
export function invitationColumns({ places, timezone, manager, onEdit, onRemove }: Context) {
  const facts = column.columns([
    column.accessor('email', {
      header: 'Email',
      meta: { rowHeader: true },
      cell: (info) => <span className="wrap-anywhere font-medium">{info.getValue()}</span>,
    }),
    column.accessor('role', { header: 'Role', cell: (info) => ROLE[info.getValue()].label }),
    locationsColumn(places),
    column.accessor('invited_at', {
      header: 'Invited',
      cell: (info) => <DateTime value={info.getValue()} timezone={timezone} relative />,
    }),
  ]);
  if (!manager) return facts;
  return [
    ...facts,
    actionsColumn<Member>(
      (original) =>
        mayChange(manager, original) && (
          <span className="inline-flex flex-wrap justify-end gap-2">
            <ResendButton member={original} />
            <Button
              size="sm"
              aria-label={`Edit invitation of ${original.email}`}
              onClick={() => onEdit(original)}
            >
              Edit
            </Button>
            <Button
              size="sm"
              className="text-destructive"
              aria-label={`Revoke invitation to ${original.email}`}
              onClick={() => onRemove(original)}
            >
              Revoke
            </Button>
          </span>
        ),
    ),
  ];
}
