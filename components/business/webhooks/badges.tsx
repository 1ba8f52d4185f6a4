import { Badge } from '@/components/ui/base/badge';
import { DISABLED, STATUS } from './labels';
import type { Delivery, Endpoint } from './types';

/** Whether an endpoint is sent to; when not, on whose account. */
export function EndpointBadge({ endpoint }: { endpoint: Pick<Endpoint, 'active' | 'disabled_reason'> }) {
  if (endpoint.active) {
    return (
      <Badge tone="success" icon="check">
        Active
      </Badge>
    );
  }
  const reason = endpoint.disabled_reason ?? 'manual';
  return reason === 'manual' ? (
    <Badge icon="slash">{DISABLED.manual.short}</Badge>
  ) : (
    <Badge tone="danger" icon="alert">
      {DISABLED[reason].short}
    </Badge>
  );
}

const DELIVERY = {
  pending: { tone: 'warning', icon: 'clock' },
  delivered: { tone: 'success', icon: 'check' },
  failed: { tone: 'danger', icon: 'alert' },
} as const;

export function DeliveryBadge({ status }: { status: Delivery['status'] }) {
  return <Badge {...DELIVERY[status]}>{STATUS[status]}</Badge>;
}
