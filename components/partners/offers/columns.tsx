import { CircleStop, Copy, Trash2 } from 'lucide-react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { actionsColumn } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { RowMenu } from '@/components/ui/data-table/row-menu';
import { DateTime } from '@/components/ui/date-time';
import { buyersText, itemsText, STATUS } from './labels';
import type { SpecialOffer } from './types';

const column = columnsOf<SpecialOffer>();
const LINES = 'block py-1 md:whitespace-normal';

/** What can be done with an offer; absent for those who may not. */
export interface OfferActs {
  onEdit: (offer: SpecialOffer) => void;
  onCopy: (offer: SpecialOffer) => void;
  onEnd: (offer: SpecialOffer) => void;
  onDelete: (offer: SpecialOffer) => void;
}

/** The columns of the offers. */
export function offerColumns(timezone: string, acts: OfferActs | null) {
  const shown = column.columns([
    column.accessor('name', {
      header: 'Offer',
      meta: { rowHeader: true },
      cell: (info) => (
        <span className={`${LINES} wrap-anywhere font-medium md:min-w-32`}>{info.getValue()}</span>
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { card: 'badge' },
      cell: (info) => {
        const { label, tone, icon } = STATUS[info.getValue()];
        return (
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        );
      },
    }),
    column.accessor(buyersText, {
      id: 'buyers',
      header: 'For',
      meta: { card: 'detail' },
      cell: (info) => <span className={`${LINES} md:min-w-32`}>{info.getValue()}</span>,
    }),
    column.accessor(itemsText, {
      id: 'items',
      header: 'Items',
      meta: { hideBelow: 'lg' },
      cell: (info) => <span className={`${LINES} md:min-w-56`}>{info.getValue()}</span>,
    }),
    column.accessor('starts_at', {
      header: 'Starts',
      meta: { hideBelow: '3xl' },
      cell: (info) => <DateTime value={info.getValue()} timezone={timezone} />,
    }),
    column.accessor('ends_at', {
      header: 'Ends',
      meta: { sortKey: 'ends_at', card: 'detail', named: true },
      cell: (info) => <DateTime value={info.getValue()} timezone={timezone} />,
    }),
  ]);
  if (!acts) return shown;
  return [
    ...shown,
    actionsColumn<SpecialOffer>((offer) => (
      <span className="inline-flex items-center gap-1 py-1">
        <Button size="sm" aria-label={`Edit ${offer.name}`} onClick={() => acts.onEdit(offer)}>
          Edit
        </Button>
        <RowMenu
          of={offer.name}
          acts={[
            { label: 'Copy', icon: Copy, act: () => acts.onCopy(offer) },
            offer.status === 'running' && {
              ...{ label: 'End now', icon: CircleStop, destructive: true },
              act: () => acts.onEnd(offer),
            },
            { label: 'Delete', icon: Trash2, destructive: true, act: () => acts.onDelete(offer) },
          ]}
        />
      </span>
    )),
  ];
}
