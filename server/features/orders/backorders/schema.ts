import { z } from 'zod';
import { Id } from '../../../kernel/params';

export const BACKORDER_STATUSES = ['open', 'filled', 'cancelled'] as const;
export const BackorderStatus = z.enum(BACKORDER_STATUSES).meta({
  id: 'BackorderStatus',
  description:
    '`open` awaits units; `filled` once all were ordered; `cancelled` by either party, with its order, or once it expired',
});

/** Open ones of a pair of seller and buyer. */
export const MAX_OPEN = 2_000;

export const BackorderId = z.strictObject({ id: Id.meta({ description: 'Id of the backorder' }) });
