import { AppError } from '../../../kernel/errors';

export const DRAFT_STATUSES = [
  'draft',
  'ordered',
  'sent',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
] as const;
export type DraftStatus = (typeof DRAFT_STATUSES)[number];

/** Where a draft goes from each status (decision 520); any other move is rejected. */
const MOVES: Record<DraftStatus, readonly DraftStatus[]> = {
  draft: ['ordered', 'sent'],
  sent: ['accepted', 'declined', 'withdrawn', 'expired'],
  ordered: [],
  accepted: [],
  declined: [],
  withdrawn: [],
  expired: [],
};

/** Drafts that count towards the limit: those with which something may still happen. */
export const OPEN_DRAFTS = ['draft', 'sent'] as const satisfies readonly DraftStatus[];

/**
 * @throws AppError CONFLICT with `details.reason = "already_ordered"` and the `order_id` once it became an order,
 *   INVALID_TRANSITION with `{from, to, allowed}`
 */
export function checkMove(
  { status: from, order_id }: { status: DraftStatus; order_id: string | null },
  to: DraftStatus,
): void {
  if (order_id !== null && (to === 'ordered' || to === 'accepted')) {
    throw new AppError('CONFLICT', 'The draft became an order already.', {
      reason: 'already_ordered',
      order_id,
    });
  }
  const allowed = MOVES[from];
  if (allowed.includes(to)) return;
  const hint = allowed.length > 0 ? `Allowed next: ${allowed.join(', ')}.` : 'It is final.';
  throw new AppError('INVALID_TRANSITION', `A draft that is ${from} cannot become ${to}. ${hint}`, {
    reason: 'invalid_transition',
    from,
    to,
    allowed,
  });
}
