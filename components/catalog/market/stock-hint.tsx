import { Badge } from '@/components/ui/base/badge';
import { formatAmount, type Stepped } from '@/components/ui/format';

const FEW = 10;

/** How much of it could be ordered now, in steps; a word of warning when that is little or nothing. */
export function StockHint({ available, goods }: { available: number; goods: Stepped }) {
  if (available <= 0) {
    return (
      <Badge tone="danger" icon="triangle">
        Out of stock
      </Badge>
    );
  }
  if (available < FEW) {
    return (
      <Badge tone="warning" icon="triangle">
        Only {formatAmount(available, goods)} left
      </Badge>
    );
  }
  return <span className="text-muted">{formatAmount(available, goods)} in stock</span>;
}
