import { TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';

/** Says that what is available is below the threshold; in good supply there is nothing to say. */
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
  if (!low && available > 0) return null;
  return (
    <Badge tone="danger" icon={TriangleAlert}>
      {available <= 0 ? 'Out' : 'Low'}
      {!short && (available <= 0 ? ' of stock' : ' stock')}
    </Badge>
  );
}
