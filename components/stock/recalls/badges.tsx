import { Siren } from 'lucide-react';
import { Badge } from '@/components/ui/base/badge';
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

/** Whether a holder has responded, or has checked its units without a batch. */
export function ResponseBadge({ responded, checks = false }: { responded: boolean; checks?: boolean }) {
  return responded ? (
    <Badge tone="success" icon="check">
      {checks ? 'Checked' : 'Responded'}
    </Badge>
  ) : (
    <Badge tone={checks ? 'neutral' : 'warning'} icon="clock">
      {checks ? 'To check' : 'Waiting'}
    </Badge>
  );
}
