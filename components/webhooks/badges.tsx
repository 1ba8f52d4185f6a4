import { CircleAlert, CircleCheck, CircleSlash, Clock } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { DISABLED, STATUS } from './labels';
import type { Delivery, Endpoint } from './types';

/** Whether an endpoint is sent to; when not, on whose account. */
export function EndpointBadge({ endpoint }: { endpoint: Pick<Endpoint, 'active' | 'disabled_reason'> }) {
  if (endpoint.active) {
    return (
      <Badge tone="success" icon={CircleCheck}>
        Active
      </Badge>
    );
  }
  const reason = endpoint.disabled_reason ?? 'manual';
  return reason === 'manual' ? (
    <Badge icon={CircleSlash}>{DISABLED.manual.short}</Badge>
  ) : (
    <Badge tone="danger" icon={CircleAlert}>
      {DISABLED[reason].short}
    </Badge>
  );
}

const DELIVERY = {
  pending: { tone: 'warning', icon: Clock },
  delivered: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleAlert },
} as const;

export function DeliveryBadge({ status }: { status: Delivery['status'] }) {
  return <Badge {...DELIVERY[status]}>{STATUS[status]}</Badge>;
}
