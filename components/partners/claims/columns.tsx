import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { columnsOf } from '@/components/ui/data-table/columns';
import { RowLink } from '@/components/ui/data-table/row-link';
import { INSTANT, MONEY, NUMBER } from '@/components/ui/data-table/values';
import { differences, statusOf } from './labels';
import { SellerBadge } from './seller-badge';
import type { ClaimRow, Decision } from './types';

const claim = columnsOf<ClaimRow>();

const STATUS_CELL = {
  header: 'Status',
  meta: { card: 'badge' },
  cell: ({ row: { original } }: { row: { original: ClaimRow } }) => {
    const { label, tone, icon } = statusOf(original);
    return (
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
    );
  },
} as const;

const ACTIONS = {
  id: 'actions',
  header: () => <span className="sr-only">Actions</span>,
  meta: { align: 'right', card: 'control', label: 'Actions' },
} as const;

/** The columns of claims to customers of this business. @param decide null for a member who may not */
export function sellerColumns(decide: ((decision: Decision) => void) | null) {
  return claim.columns([
    claim.accessor('name', { header: 'Customer', meta: { rowHeader: true } }),
    claim.accessor((row) => row.claimant?.name ?? 'No longer known', {
      id: 'claimant',
      header: 'Claimed by',
      meta: { card: 'detail', named: true },
    }),
    claim.accessor((row) => row.claimant?.email ?? '', {
      id: 'email',
      header: 'Email',
      meta: { hideBelow: 'lg' },
      cell: ({ getValue }) => <span className="wrap-anywhere">{getValue()}</span>,
    }),
    claim.accessor(differences, { id: 'matches', header: 'Compared', meta: { card: 'detail' } }),
    claim.accessor('orders', { header: 'Orders', ...NUMBER }),
    claim.accessor('status', STATUS_CELL),
    claim.accessor('created_at', { header: 'Since', meta: { hideBelow: 'xl' }, ...INSTANT }),
    ...(decide
      ? [
          claim.display({
            ...ACTIONS,
            cell: ({ row: { original } }) => <SellerActs row={original} decide={decide} />,
          }),
        ]
      : []),
  ]);
}

/** What the seller may do about a claim while it waits. */
function SellerActs({ row, decide }: { row: ClaimRow; decide: (decision: Decision) => void }) {
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
        aria-label={`Confirm the claim to ${row.name}`}
        onClick={() => decide({ row, act: 'confirm' })}
      >
        Confirm
      </Button>
    </span>
  );
}

/** The columns of what sellers have of this business: each is looked at on its page before it is taken. */
export const OFFER_COLUMNS = claim.columns([
  claim.accessor((row) => row.seller.name, {
    id: 'seller',
    header: 'Seller',
    meta: { rowHeader: true },
    cell: ({ row: { original } }) => (
      <RowLink href={`/claims/${original.id}`}>{original.seller.name}</RowLink>
    ),
  }),
  claim.accessor('license_verified', {
    header: 'License',
    meta: { card: 'detail', hideEmpty: true },
    cell: ({ getValue }) => {
      const verified = getValue();
      return verified === null ? null : <SellerBadge verified={verified} />;
    },
  }),
  claim.accessor('name', { header: 'Knows you as', meta: { card: 'detail', named: true } }),
  claim.accessor('orders', {
    header: 'Orders',
    ...NUMBER,
    meta: { align: 'right', card: 'detail', named: true },
  }),
  claim.accessor('owed', {
    header: 'Owed',
    ...MONEY,
    meta: { align: 'right', card: 'detail', hideEmpty: true },
  }),
  claim.accessor('status', STATUS_CELL),
  claim.accessor('created_at', { header: 'Since', meta: { hideBelow: 'xl' }, ...INSTANT }),
  claim.display({
    ...ACTIONS,
    cell: ({ row: { original } }) =>
      original.status === 'offered' && (
        <Button asChild size="sm">
          <Link href={`/claims/${original.id}`}>
            Review<span className="sr-only"> what {original.seller.name} has</span>
          </Link>
        </Button>
      ),
  }),
]);
