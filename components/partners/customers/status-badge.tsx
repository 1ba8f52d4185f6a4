import { Badge } from '@/components/ui/base/badge';
import type { Customer } from './types';

/** Whether a customer signs in itself, or its seller manages its profile. */
export function CustomerBadge({ status }: { status: Customer['status'] }) {
  return status === 'claimed' ? (
    <Badge tone="success" icon="check">
      On board
    </Badge>
  ) : (
    <Badge icon="minus">Not on board</Badge>
  );
}
