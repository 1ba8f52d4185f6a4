import { Badge } from '@/components/ui/base/badge';
import type { Product } from './types';

/** Marks goods that only customers with an offer can see. */
export const OfferedBadge = ({ visibility }: Pick<Product, 'visibility'>) =>
  visibility === 'offered' && <Badge icon="lock">By offer only</Badge>;

/** Whether a product is offered: connected businesses see active products only. */
export function ActiveBadge({ active, deleted = false }: { active: boolean; deleted?: boolean }) {
  if (deleted) return <Badge icon="x">Deleted</Badge>;
  return active ? (
    <Badge tone="success" icon="check">
      Active
    </Badge>
  ) : (
    <Badge icon="slash">Inactive</Badge>
  );
}
