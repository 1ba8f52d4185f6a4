import { formatNumber } from '@/components/format';
import { Badge } from '@/components/ui/badge';

const FEW = 10;

/** How much of it could be ordered now; a word of warning when that is little or nothing. */
export function StockHint({ available }: { available: number }) {
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
        Only {available} left
      </Badge>
    );
  }
  return <span className="text-muted">{formatNumber(available)} in stock</span>;
}
