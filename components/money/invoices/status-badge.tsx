import { Badge } from '@/components/ui/base/badge';
import type { Invoice } from './types';

/** Whether an invoice is open, overdue or paid. */
export function InvoiceBadge({ invoice }: { invoice: Pick<Invoice, 'status' | 'overdue'> }) {
  if (invoice.overdue) {
    return (
      <Badge tone="danger" icon="alert">
        Overdue
      </Badge>
    );
  }
  return invoice.status === 'open' ? (
    <Badge tone="neutral" icon="clock">
      Open
    </Badge>
  ) : (
    <Badge tone="success" icon="check">
      Paid
    </Badge>
  );
}
