import type { ReactNode } from 'react';
import { columnsOf } from '@/components/data-table/columns';
import { INSTANT, NUMBER } from '@/components/data-table/values';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { differences, STATUS } from './labels';
import type { ClaimRow, Decision } from './types';

const claim = columnsOf<ClaimRow>();

type Actions = null | ((row: ClaimRow) => ReactNode);

/** The columns of claims. @param other what the other business is called @param actions for each row; null for none */
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

/** What the other side of a claim may do about it: a seller while it waits, a claimant once it is offered. */
export function claimActions(row: ClaimRow, decide: (decision: Decision) => void) {
  const isSeller = row.role === 'seller';
  if (row.status !== (isSeller ? 'waiting' : 'offered')) return null;
  const object = isSeller ? `the claim to ${row.name}` : row.seller.name;
  const { act, label, name } = isSeller
    ? ({ act: 'confirm', label: 'Confirm', name: `Confirm ${object}` } as const)
    : ({ act: 'merge', label: 'Merge', name: `Merge with ${object}` } as const);
  return (
    <span className="inline-flex gap-2">
      <Button size="sm" aria-label={`Reject ${object}`} onClick={() => decide({ row, act: 'reject' })}>
        Reject
      </Button>
      <Button size="sm" variant="primary" aria-label={name} onClick={() => decide({ row, act })}>
        {label}
      </Button>
    </span>
  );
}

/** The columns of claims to customers of this business. @param decide null for a member who may not */
export const sellerColumns = (decide: ((decision: Decision) => void) | null) =>
  claimColumns(
    'Claimed by',
    (row) => row.claimant?.name ?? 'No longer known',
    decide && ((row) => claimActions(row, decide)),
  );
