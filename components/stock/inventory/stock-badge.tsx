import { Badge } from '@/components/ui/base/badge';

/** Warns of a row whose location is low on the variant. */
export function StockBadge({
  available,
  low,
  short = false,
}: {
  available: number;
  low: boolean;
  /** In a cell of a column that is named already. */
  short?: boolean;
}) {
  if (!low) return null;
  return (
    <Badge tone="danger" icon="triangle">
      {available <= 0 ? 'Out' : 'Low'}
      {!short && (available <= 0 ? ' of stock' : ' stock')}
    </Badge>
  );
}
