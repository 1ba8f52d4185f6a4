import { formatMoney, formatNumber } from '@/components/format';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { CartLine } from './cart';
import type { LineCheck } from './checks';

/** What changed about a line since it was added, with one click to fix it. */
export function LineFlags({
  line,
  check,
  onSet,
}: {
  line: CartLine;
  check: LineCheck;
  onSet: (quantity: number) => void;
}) {
  const { priceBefore, price, problem, available } = check;
  if (priceBefore === null && problem === null) return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1.5">
      {priceBefore !== null && (
        <Badge tone="warning" icon="triangle">
          Price {price > priceBefore ? 'up' : 'down'}: was {formatMoney(priceBefore)}
        </Badge>
      )}
      {problem === 'gone' && (
        <Badge tone="danger" icon="triangle">
          No longer sold. Remove it.
        </Badge>
      )}
      {problem === 'short' && (
        <>
          <Badge tone="danger" icon="triangle">
            {available ? `Only ${formatNumber(available)} available` : 'Out of stock. Remove it.'}
          </Badge>
          {available ? (
            <Button
              size="sm"
              onClick={() => onSet(available)}
              aria-label={`Set to ${available}: ${line.product_name} ${line.sku}`}
            >
              Set to {formatNumber(available)}
            </Button>
          ) : null}
        </>
      )}
    </span>
  );
}
