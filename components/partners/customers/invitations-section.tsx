'use client';
import { useMemo } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { EmptyLine } from '@/components/ui/base/empty-state';
import { showDone } from '@/components/ui/base/toast';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { ListSection } from '@/components/ui/data-table/list-section';
import { INSTANT } from '@/components/ui/data-table/values';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import type { SentInvitation } from './types';

const column = columnsOf<SentInvitation>();
const SENT = { limit: 20 };

function Status({ invitation: { status, expires_at } }: { invitation: SentInvitation }) {
  if (status === 'accepted')
    return (
      <Badge tone="success" icon="check">
        Accepted
      </Badge>
    );
  if (status === 'revoked') return <Badge icon="x">Revoked</Badge>;
  return new Date(expires_at) < new Date() ? (
    <Badge icon="slash">Expired</Badge>
  ) : (
    <Badge tone="warning" icon="clock">
      Sent
    </Badge>
  );
}

/** The businesses that were invited by email, with what can be taken back. */
export function InvitationsSection() {
  const revoke = trpc.businessInvitations.revoke.useMutation();
  const { mutateAsync, isPending, variables } = revoke;
  const busy = isPending ? variables?.id : null;
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('email', { header: 'Email', meta: { rowHeader: true, className: 'wraps' } }),
        column.accessor((row) => (row.as === 'customer' ? 'Customer' : 'Supplier'), {
          id: 'as',
          header: 'As',
          meta: { card: 'detail' },
        }),
        column.display({
          id: 'status',
          header: 'Status',
          meta: { card: 'badge' },
          cell: ({ row }) => <Status invitation={row.original} />,
        }),
        column.accessor('created_at', { header: 'Invited', ...INSTANT, meta: { card: 'detail' } }),
        actionsColumn<SentInvitation>(
          (original) =>
            original.status === 'sent' && (
              <Button
                size="sm"
                pending={busy === original.id}
                aria-label={`Revoke invitation to ${original.email}`}
                onClick={() =>
                  mutateAsync({ id: original.id }).then(
                    () => showDone('Invitation revoked', original.email),
                    (error) => showError("Couldn't revoke the invitation", error),
                  )
                }
              >
                Revoke
              </Button>
            ),
        ),
      ]),
    [busy, mutateAsync],
  );
  return (
    <ListSection
      title="Invitations by email"
      procedure={trpc.businessInvitations.list}
      input={SENT}
      columns={columns}
      rowLabel={({ email }) => email}
      empty={<EmptyLine>Businesses that you invite by email appear here.</EmptyLine>}
    />
  );
}
