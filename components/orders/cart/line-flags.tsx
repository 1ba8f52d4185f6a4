import { ExpiresEarly } from '@/components/catalog/goods/expires-early';
import { caseText, inCases } from '@/components/catalog/pricing/ladder';
import type { Shortage } from '@/components/orders/types';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { formatAmount, formatMoney } from '@/components/ui/format';
import type { CartLine } from './cart';
import type { LineCheck } from './checks';

/** What changed about a line since it was added, with one click to fix it. */
export function LineFlags({
  line,
  check,
  shortage,
  onShortage,
  onSet,
}: {
  line: CartLine;
  check: LineCheck;
  shortage: Shortage;
  onShortage: (shortage: Shortage) => void;
  onSet: (quantity: number) => void;
}) {
  const { priceBefore, price, problem, available, missing, expiring, said = [] } = check;
  const { case_size = 1 } = line;
  const whole = inCases(line.quantity, case_size);
  const isOff = whole !== line.quantity;
  const most = available === null ? 0 : available - (available % case_size);
  const isFine = priceBefore === null && problem === null && missing === 0 && !isOff && !expiring;
  if (isFine && said.length === 0) return null;
  const name = (
    <span className="sr-only">
      : {line.product_name} {line.sku}
    </span>
  );
  return (
    <span className="my-1 flex flex-wrap items-center gap-1.5">
      {priceBefore !== null && (
        <Badge tone="warning" icon="triangle" wraps>
          Price {price > priceBefore ? 'up' : 'down'}: was {formatMoney(priceBefore)}
        </Badge>
      )}
      {isOff && problem !== 'gone' && (
        <>
          <Badge tone="warning" icon="triangle" wraps>
            Sold {caseText(line)}
          </Badge>
          <Button size="sm" onClick={() => onSet(whole)}>
            Set to {formatAmount(whole, line)}
            {name}
          </Button>
        </>
      )}
      {missing > 0 && (
        <Badge tone="info" wraps>
          {formatAmount(line.quantity - missing, line)} now, {formatAmount(missing, line)}{' '}
          {shortage === 'backorder' ? 'on backorder' : 'left out'}
        </Badge>
      )}
      {problem === 'gone' && (
        <Badge tone="danger" icon="triangle" wraps>
          No longer sold. Remove it.
        </Badge>
      )}
      {problem === 'short' && (
        <>
          <Badge tone="danger" icon="triangle" wraps>
            {available ? `Only ${formatAmount(available, line)} available` : 'Out of stock'}
          </Badge>
          {most > 0 ? (
            <Button size="sm" onClick={() => onSet(most)}>
              Set to {formatAmount(most, line)}
              {name}
            </Button>
          ) : null}
          <Button size="sm" onClick={() => onShortage('backorder')}>
            Backorder {formatAmount(line.quantity - most, line)}
            {name}
          </Button>
        </>
      )}
      <ExpiresEarly units={expiring} goods={line} />
      {said.map((text) => (
        <span key={text} className="basis-full text-destructive text-xs">
          {text}
        </span>
      ))}
    </span>
  );
}
