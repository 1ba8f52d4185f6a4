import { AppError } from '../../../kernel/errors';
import type { BackorderStatus } from './schema';

/** What a status leads to. */
const NEXT: Record<BackorderStatus, readonly BackorderStatus[]> = {
  open: ['filled', 'cancelled'],
  filled: [],
  cancelled: [],
};

/** Of a backorder that is filled or canceled, which is final. */
export function notOpen(
  { id, status }: { id: string; status: BackorderStatus },
  to: BackorderStatus,
): AppError {
  const text = `A backorder that is ${status} cannot become ${to}. It is final.`;
  return new AppError('INVALID_TRANSITION', text, {
    reason: 'invalid_transition',
    from: status,
    to,
    allowed: NEXT[status],
    backorder_id: id,
  });
}
