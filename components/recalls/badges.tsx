import { Siren } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { RECALL_CLASS } from './labels';
import type { RecallRow } from './types';

/** Whether a recall is open. */
export function RecallStatus({ status }: { status: RecallRow['status'] }) {
  return status === 'open' ? (
    <Badge tone="danger" icon={Siren}>
      Open
    </Badge>
  ) : (
    <Badge tone="success" icon="check">
      Closed
    </Badge>
  );
}

/** How grave it is. */
export function ClassBadge({ value }: { value: RecallRow['class'] }) {
  return (
    <span title={RECALL_CLASS[value]}>
      <Badge tone={value === 'I' ? 'danger' : value === 'II' ? 'warning' : 'neutral'} icon="triangle">
        Class {value}
      </Badge>
    </span>
  );
}

/** Whether a holder has responded. */
export function ResponseBadge({ responded }: { responded: boolean }) {
  return responded ? (
    <Badge tone="success" icon="check">
      Responded
    </Badge>
  ) : (
    <Badge tone="warning" icon="clock">
      Waiting
    </Badge>
  );
}
