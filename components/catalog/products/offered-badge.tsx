import { Badge } from '@/components/ui/base/badge';
import type { Product } from './types';

/** Marks goods that only customers with an offer can see. */
export const OfferedBadge = ({ visibility }: Pick<Product, 'visibility'>) =>
  visibility === 'offered' && <Badge icon="lock">By offer only</Badge>;
