import { Badge } from '@/components/ui/base/badge';

/** Beside the status of what its buyer disputes; nothing where `since` is null. */
export function DisputedBadge({ since }: { since: string | null }) {
  if (since === null) return null;
  return (
    <Badge tone="warning" icon="triangle">
      Disputed
    </Badge>
  );
}
