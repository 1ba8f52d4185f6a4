'use client';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { columnsOf } from '@/components/data-table/columns';
import { ListSection } from '@/components/data-table/list-section';
import { INSTANT, NUMBER } from '@/components/data-table/values';
import { showError } from '@/components/forms/show-error';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyLine } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { showDone } from '@/components/ui/toast';
import { differences, STATUS } from './labels';
import { AS_CLAIMANT, AS_SELLER, RECEIVED } from './list-input';
import type { ClaimRow, Decision, ReceivedRow } from './types';

const DecisionDialog = lazy(() => import('./decision-dialog').then((m) => ({ default: m.DecisionDialog })));

const claim = columnsOf<ClaimRow>();
const received = columnsOf<ReceivedRow>();

/** Who claims customers that this business entered, who has this business as a customer, and invitations to the member. */
export function ClaimsPage() {
  const { can, user } = useViewer();
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const mayDecide = can('update:customers');
  const asSeller = useMemo(
    () =>
      claimColumns(
        'Claimed by',
        (row) => row.claimant?.name ?? 'No longer known',
        mayDecide && ((row) => waitingActions(row, setDeciding)),
      ),
    [mayDecide],
  );
  const asClaimant = useMemo(
    () =>
      claimColumns(
        'Seller',
        (row) => row.seller.name,
        (row) => offeredActions(row, setDeciding),
      ),
    [],
  );
  return (
    <>
      <PageHeader title="Claims" />
      <div className="flex flex-col gap-8">
        {can('update:connections') && <Received />}
        {can('read:customers') && (
          <ListSection
            title="Your customers"
            procedure={trpc.claims.list}
            input={AS_SELLER}
            columns={asSeller}
            rowLabel={({ name }) => name}
            empty={<EmptyLine>No one claims a customer that you entered.</EmptyLine>}
          />
        )}
        {user.role === 'owner' && (
          <ListSection
            title="Your business at sellers"
            procedure={trpc.claims.list}
            input={AS_CLAIMANT}
            columns={asClaimant}
            rowLabel={({ seller }) => seller.name}
            empty={<EmptyLine>No seller has a second record of your business.</EmptyLine>}
          />
        )}
      </div>
      <Suspense>
        {deciding && <DecisionDialog decision={deciding} onClose={() => setDeciding(null)} />}
      </Suspense>
    </>
  );
}

type Actions = false | ((row: ClaimRow) => ReactNode);

function claimColumns(other: string, nameOf: (row: ClaimRow) => string, actions: Actions) {
  return claim.columns([
    claim.accessor('name', { header: 'Customer', meta: { rowHeader: true } }),
    claim.accessor(nameOf, { id: 'other', header: other }),
    claim.accessor((row) => row.claimant?.email ?? '', {
      id: 'email',
      header: 'Email',
      meta: { hideBelow: 'lg' },
      cell: ({ getValue }) => <span className="wrap-anywhere">{getValue()}</span>,
    }),
    claim.accessor(differences, { id: 'matches', header: 'Compared' }),
    claim.accessor('orders', { header: 'Orders', ...NUMBER }),
    claim.accessor('status', {
      header: 'Status',
      cell: ({ getValue }) => {
        const { label, tone, icon } = STATUS[getValue()];
        return (
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        );
      },
    }),
    claim.accessor('created_at', { header: 'Since', meta: { hideBelow: 'xl' }, ...INSTANT }),
    ...(actions
      ? [
          claim.display({
            id: 'actions',
            header: () => <span className="sr-only">Actions</span>,
            meta: { align: 'right', card: 'actions', label: 'Actions' },
            cell: ({ row: { original } }) => actions(original),
          }),
        ]
      : []),
  ]);
}

function waitingActions(row: ClaimRow, decide: (decision: Decision) => void) {
  if (row.status !== 'waiting') return null;
  return (
    <span className="inline-flex gap-2">
      <Button
        size="sm"
        aria-label={`Reject the claim to ${row.name}`}
        onClick={() => decide({ row, act: 'reject' })}
      >
        Reject
      </Button>
      <Button
        size="sm"
        variant="primary"
        aria-label={`Confirm the claim to ${row.name}`}
        onClick={() => decide({ row, act: 'confirm' })}
      >
        Confirm
      </Button>
    </span>
  );
}

function offeredActions(row: ClaimRow, decide: (decision: Decision) => void) {
  if (row.status !== 'offered') return null;
  return (
    <span className="inline-flex gap-2">
      <Button
        size="sm"
        aria-label={`Reject ${row.seller.name}`}
        onClick={() => decide({ row, act: 'reject' })}
      >
        Reject
      </Button>
      <Button
        size="sm"
        variant="primary"
        aria-label={`Merge with ${row.seller.name}`}
        onClick={() => decide({ row, act: 'merge' })}
      >
        Merge
      </Button>
    </span>
  );
}

/** Invitations to the member's own email; accepting one connects both businesses. */
function Received() {
  const accept = trpc.businessInvitations.accept.useMutation();
  const { mutateAsync, isPending, variables } = accept;
  const busy = isPending ? variables.id : null;
  const columns = useMemo(
    () =>
      received.columns([
        received.accessor((row) => row.entity.name, {
          id: 'name',
          header: 'Business',
          meta: { rowHeader: true },
        }),
        received.accessor((row) => (row.as === 'customer' ? 'Buy from them' : 'Sell to them'), {
          id: 'as',
          header: 'To',
        }),
        received.accessor('expires_at', { header: 'Expires', ...INSTANT }),
        received.display({
          id: 'actions',
          header: () => <span className="sr-only">Actions</span>,
          meta: { align: 'right', card: 'actions', label: 'Actions' },
          cell: ({ row: { original } }) => (
            <Button
              size="sm"
              variant="primary"
              pending={busy === original.id}
              aria-label={`Accept ${original.entity.name}`}
              onClick={async () => {
                try {
                  await mutateAsync({ id: original.id });
                  showDone('Connected', original.entity.name);
                } catch (error) {
                  await showError("Couldn't accept the invitation", error);
                }
              }}
            >
              Accept
            </Button>
          ),
        }),
      ]),
    [busy, mutateAsync],
  );
  return (
    <ListSection
      title="Invitations to you"
      procedure={trpc.businessInvitations.received}
      input={RECEIVED}
      columns={columns}
      rowLabel={({ entity }) => entity.name}
      empty={<EmptyLine>No business has invited you.</EmptyLine>}
    />
  );
}
