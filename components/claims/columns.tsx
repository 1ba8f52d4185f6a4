import type { ReactNode } from 'react';
import { columnsOf } from '@/components/data-table/columns';
import { INSTANT, NUMBER } from '@/components/data-table/values';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { differences, STATUS } from './labels';
import type { ClaimRow, Decision } from './types';

const claim = columnsOf<ClaimRow>();

type Actions = false | ((row: ClaimRow) => ReactNode);

/** The columns of claims. @param other what the other business is called @param actions for each row; false for none */
export function claimColumns(other: string, nameOf: (row: ClaimRow) => string, actions: Actions) {
  return claim.columns([
    claim.accessor('name', { header: 'Customer', meta: { rowHeader: true } }),
    claim.accessor(nameOf, { id: 'other', header: other, meta: { card: 'detail', named: true } }),
    claim.accessor((row) => row.claimant?.email ?? '', {
      id: 'email',
      header: 'Email',
      meta: { hideBelow: 'lg' },
      cell: ({ getValue }) => <span className="wrap-anywhere">{getValue()}</span>,
    }),
    claim.accessor(differences, { id: 'matches', header: 'Compared', meta: { card: 'detail' } }),
    claim.accessor('orders', { header: 'Orders', ...NUMBER }),
    claim.accessor('status', {
      header: 'Status',
      meta: { card: 'badge' },
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
            meta: { align: 'right', card: 'control', label: 'Actions' },
            cell: ({ row: { original } }) => actions(original),
          }),
        ]
      : []),
  ]);
}

/** What the seller says to a claim that awaits it. */
export function waitingActions(row: ClaimRow, decide: (decision: Decision) => void) {
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

/** What the claimant says to a claim that was offered. */
export function offeredActions(row: ClaimRow, decide: (decision: Decision) => void) {
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
