import { breakText, priceAt } from '@/components/catalog/pricing/ladder';
import { PriceButton } from '@/components/catalog/pricing/price-button';
import { PriceLines } from '@/components/catalog/pricing/price-lines';
import { discountText, sourceText } from '@/components/catalog/pricing/price-notes';
import type { Given } from '@/components/catalog/pricing/price-panel';
import { formatMoney } from '@/components/ui/format';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { trpc } from '@/components/ui/providers/trpc';
import type { Order, OrderItem } from './types';

const givenOf = ({ price_source, unit_price, discount_bps, sample }: OrderItem): Given => ({
  unit_price: price_source === 'manual' ? unit_price : null,
  ...{ discount_bps, sample },
});

/**
 * What a line costs a unit, and why.
 * @param editable for its seller, who may change it
 * @param buys for its buyer, whom it tells what more would cost
 */
export function LinePrice({
  order,
  item,
  editable,
  buys,
}: {
  order: Order;
  item: OrderItem;
  editable: boolean;
  buys: boolean;
}) {
  const isGiven = item.price_source === 'manual' || item.price_source === 'sample';
  const more = buys && !isGiven && breakText(item.price_ladder, item.quantity, item);
  return (
    <span className="block md:py-1">
      {editable ? <EditablePrice order={order} item={item} /> : formatMoney(item.unit_price)}
      {item.unit && <span className="text-muted">/{item.unit}</span>}
      <PriceLines notes={[sourceText(item), discountText(item.discount_bps), more]} />
    </span>
  );
}

function EditablePrice({ order, item }: { order: Order; item: OrderItem }) {
  const change = trpc.orders.changeItem.useMutation();
  const given = givenOf(item);
  const reached =
    item.break_amount === null ? item.quantity : Math.round(item.break_amount / (item.step ?? 1));
  return (
    <PriceButton
      // What it begins with is the line as it is now.
      key={JSON.stringify(given)}
      price={item.unit_price}
      name={`${item.product_name} ${item.sku}`}
      unit={item.unit}
      given={given}
      computed={priceAt(item.price_ladder, reached, item) ?? item.unit_price}
      onSave={async (next) => {
        const { sample = given.sample, ...rest } = changedFields(given, next);
        const patch = { ...(sample !== given.sample && { sample }), ...(!sample && rest) };
        if (Object.keys(patch).length > 0)
          await change.mutateAsync({ id: order.id, item_id: item.id, ...patch });
      }}
    />
  );
}
