import { CircleCheck, CircleSlash } from 'lucide-react';
import { Badge } from '@/components/ui/badge';

/** Whether a product is offered: connected businesses see active products only. */
export function ActiveBadge({ active }: { active: boolean }) {
  return active ? (
    <Badge tone="success" icon={CircleCheck}>
      Active
    </Badge>
  ) : (
    <Badge icon={CircleSlash}>Inactive</Badge>
  );
}
