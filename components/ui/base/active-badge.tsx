import { Badge } from './badge';

/** Whether something is in use; a deleted one is neither. */
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
