import { Badge } from '@/components/ui/base/badge';

/** Whether the license of the seller of an offer is verified. */
export function SellerBadge({ verified }: { verified: boolean }) {
  return verified ? (
    <Badge tone="success" icon="check">
      License verified
    </Badge>
  ) : (
    <Badge tone="warning" icon="alert">
      License not verified
    </Badge>
  );
}
