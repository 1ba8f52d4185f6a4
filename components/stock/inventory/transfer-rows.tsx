'use client';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { Input } from '@/components/ui/base/input';
import { formatAmount } from '@/components/ui/format';
import {
  type Destination,
  type Quantities,
  quantityProblem,
  stayReason,
  typedQuantity,
} from './transfer-draft';
import { itemName, type StockItem } from './types';

function Row({
  item,
  place,
  destination,
  quantities,
  refused,
  checked,
  onQuantity,
}: {
  item: StockItem;
  place: string;
  destination: Destination;
  quantities: Quantities;
  refused: string | undefined;
  checked: boolean;
  onQuantity: (text: string) => void;
}) {
  const errorId = useId();
  const stays = stayReason(item, destination);
  const edited = quantities[item.id] !== undefined;
  const problem = refused ?? (checked || edited ? quantityProblem(item, quantities) : undefined);
  return (
    <li className="border-border border-b px-4 py-2 last:border-b-0">
      <div className="flex items-center gap-3 max-sm:flex-col max-sm:items-stretch max-sm:gap-1.5">
        <ItemCell
          goods={item}
          lots={item.lots}
          note={<span>{place}</span>}
          className={stays ? 'flex-1 *:first:opacity-60' : 'flex-1'}
        />
        {stays ? (
          <p className="text-right text-muted text-sm sm:max-w-40">{stays}</p>
        ) : (
          <div className="flex shrink-0 items-center justify-end gap-2 text-sm tabular-nums">
            <Input
              aria-label={`Quantity of ${itemName(item)}, ${place}`}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? errorId : undefined}
              value={typedQuantity(item, quantities)}
              onChange={(event) => onQuantity(event.target.value)}
              onFocus={(event) => event.target.select()}
              inputMode={item.step ? 'decimal' : 'numeric'}
              autoComplete="off"
              maxLength={13}
              className="w-20 text-right"
            />
            <span className="min-w-16 whitespace-nowrap text-muted">
              of {formatAmount(item.available_quantity, item)}
            </span>
          </div>
        )}
      </div>
      {problem && !stays && (
        <p id={errorId} className="mt-1 flex items-start justify-end gap-1.5 text-destructive text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {problem}
        </p>
      )}
    </li>
  );
}

/** The rows of a transfer: how much of each moves, or why it stays. */
export function TransferRows({
  items,
  placeOf,
  destination,
  quantities,
  refused,
  checked,
  onQuantity,
}: {
  items: readonly StockItem[];
  placeOf: (item: StockItem) => string;
  destination: Destination;
  quantities: Quantities;
  /** What the server said of a row, by item id. */
  refused: ReadonlyMap<string, string>;
  /** True after the first submit: errors also show in untouched rows. */
  checked: boolean;
  onQuantity: (id: string, text: string) => void;
}) {
  return (
    <ul aria-label="Rows to move" className="rounded-lg border border-border">
      {items.map((item) => (
        <Row
          key={item.id}
          item={item}
          place={placeOf(item)}
          destination={destination}
          quantities={quantities}
          refused={refused.get(item.id)}
          checked={checked}
          onQuantity={(text) => onQuantity(item.id, text)}
        />
      ))}
    </ul>
  );
}
