import { CircleCheck, CircleSlash, CircleX } from 'lucide-react';
import { Badge } from '@/components/ui/badge';

/** Whether a product is offered: connected businesses see active products only. */
export function ActiveBadge({ active, deleted = false }: { active: boolean; deleted?: boolean }) {
  if (deleted) return <Badge icon={CircleX}>Deleted</Badge>;
  return active ? (
    <Badge tone="success" icon={CircleCheck}>
      Active
    </Badge>
  ) : (
    <Badge icon={CircleSlash}>Inactive</Badge>
  );
}
