'use client';
import { useState } from 'react';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { totalText } from '@/components/catalog/goods/amounts';
import { LotChip } from '@/components/catalog/goods/lot-chip';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { EntryTable } from '@/components/ui/base/entry-table';
import { Skeleton } from '@/components/ui/base/skeleton';
import { showDone } from '@/components/ui/base/toast';
import { formatAmount } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { reasonOf } from '@/components/ui/forms/failure';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { useLeaving } from '@/components/ui/forms/use-leaving';
import { trpc } from '@/components/ui/providers/trpc';
import { OverrideFields } from './override-fields';
import type { LineLots, Order, OrderItem, Override } from './types';

type Lot = LineLots['lots'][number];

const BLOCK: Record<NonNullable<Lot['blocked']>, string> = {
  held: 'On hold',
  expired: 'Expired',
  failed: 'Failed',
};

/** Of which lots a line ships: what was reserved, soonest expiration first, unless the seller changes it. */
export function LotsDialog({ order, item, onClose }: { order: Order; item: OrderItem; onClose: () => void }) {
  const { data, error } = trpc.orders.lineLots.useQuery({ id: order.id, item_id: item.id }, { staleTime: 0 });
  const [typed, setTyped] = useState<Readonly<Record<string, number | null>>>({});
  const [override, setOverride] = useState<readonly Override[]>([]);
  const choose = trpc.orders.chooseLots.useMutation({
    onSuccess: () => {
      showDone(`Lots of ${item.product_name} saved`);
      onClose();
    },
  });
  const { leave, question } = useLeaving({
    touched: Object.keys(typed).length > 0,
    pending: choose.isPending,
    onClose,
  });
  const unitsOf = (lot: Lot) => typed[lot.lot_id] ?? (lot.lot_id in typed ? 0 : lot.quantity);
  const lots = data?.lots ?? [];
  const chosen = lots.reduce((sum, lot) => sum + unitsOf(lot), 0);
  const loose = item.quantity - chosen;
  const problem = data ? problemOf(item, loose, data.unassigned_available) : null;
  const save = () =>
    choose.mutate({
      id: order.id,
      item_id: item.id,
      lots: lots.flatMap((lot) => {
        const quantity = unitsOf(lot);
        return quantity > 0 ? [{ lot_id: lot.lot_id, quantity }] : [];
      }),
      ...(override.length > 0 && { override: [...override] }),
    });
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        title="Choose lots"
        description={`${amountIn(item, item.quantity)} of ${item.product_name} ${item.variant_name}, ${order.order_number}`}
        footer={
          <>
            <p role="status" className={`mr-auto self-center ${problem ? 'text-destructive' : 'text-muted'}`}>
              {problem ??
                (data && `${formatAmount(chosen, item)} in lots · ${formatAmount(loose, item)} without`)}
            </p>
            <Button onClick={leave}>Cancel</Button>
            <Button
              variant="primary"
              pending={choose.isPending}
              disabled={!data || problem !== null}
              onClick={save}
            >
              Save lots
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          <FormAlert message={(choose.error ?? error) ? errorText(choose.error ?? error) : undefined} />
          {!data && !error && <Skeleton className="h-32" />}
          {data && (
            <EntryTable caption={`Lots of ${item.product_name}`} heads={['Lot', 'Available', 'Quantity']}>
              {lots.map((lot) => (
                <LotRow
                  key={lot.lot_id}
                  lot={lot}
                  item={item}
                  value={lot.lot_id in typed ? (typed[lot.lot_id] ?? null) : lot.quantity}
                  onValueChange={(units) => setTyped((before) => ({ ...before, [lot.lot_id]: units }))}
                />
              ))}
              <tr>
                <th scope="row" className="py-2 pr-3 text-left font-normal text-muted">
                  Without a lot
                </th>
                <td className="py-2 text-right tabular-nums">
                  {formatAmount(data.unassigned_available, item)}
                </td>
                <td className="py-2 text-right tabular-nums">{formatAmount(Math.max(0, loose), item)}</td>
              </tr>
            </EntryTable>
          )}
          <OverrideFields
            problems={[{ reason: reasonOf(choose.error) }]}
            value={override}
            onChange={setOverride}
          />
        </div>
      </Dialog>
      {question}
    </>
  );
}

function LotRow({
  lot,
  item,
  value,
  onValueChange,
}: {
  lot: Lot;
  item: OrderItem;
  value: number | null;
  onValueChange: (units: number | null) => void;
}) {
  return (
    <tr className="border-border border-b">
      <th scope="row" className="py-2 pr-3 text-left font-normal">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <LotChip lot={lot} />
          {lot.blocked && <Badge tone="danger">{BLOCK[lot.blocked]}</Badge>}
          {!lot.has_coa && <Badge tone="warning">No certificate</Badge>}
        </span>
        {lot.package_tag && <span className="block break-all text-muted text-xs">{lot.package_tag}</span>}
      </th>
      <td className="py-2 text-right tabular-nums">{formatAmount(lot.available_quantity, item)}</td>
      <td className="py-1 pl-4">
        <AmountInput
          goods={item}
          aria-label={`Units of lot ${lot.package_tag ?? lot.batch_id}`}
          min={0}
          max={Math.min(lot.available_quantity, item.quantity)}
          disabled={lot.blocked !== null && lot.quantity === 0}
          value={value}
          onValueChange={onValueChange}
        />
      </td>
    </tr>
  );
}

const amountIn = (item: OrderItem, count: number) => totalText([{ count, goods: item }]);

/** Why lots can't be saved. @param loose units of the line in none of them @param available units that may be in none */
function problemOf(item: OrderItem, loose: number, available: number): string | null {
  if (loose < 0)
    return `${amountIn(item, -loose)} too many. The line has ${formatAmount(item.quantity, item)}.`;
  if (loose <= available) return null;
  return `${amountIn(item, loose - available)} missing. Only ${formatAmount(available, item)} without a lot.`;
}
