import { Badge } from '@/components/ui/base/badge';
import type { PayRun } from './types';

const BADGES = {
  draft: <Badge icon="clock">Draft</Badge>,
  made: (
    <Badge tone="warning" icon="alert">
      File made
    </Badge>
  ),
  sent: (
    <Badge tone="success" icon="check">
      Sent
    </Badge>
  ),
  cancelled: <Badge icon="slash">Canceled</Badge>,
};

export const PayRunBadge = ({ status }: Pick<PayRun, 'status'>) => BADGES[status];
