import { z } from 'zod';
import { Count, Id, listOf, Paging, Timestamp } from '../kernel/params';

const Limit = z.object({
  limit: Count.nullable().meta({ description: 'null without limit' }),
  used: Count.meta({ description: 'Requests of this window that were answered or are under way' }),
  resets_at: Timestamp,
});

/** Where a business stands against its tier. */
export const Usage = z
  .object({ tier: z.enum(['free', 'pro', 'enterprise']), minute: Limit, day: Limit })
  .meta({ id: 'Usage' });

export const ApiRequest = z
  .object({
    id: Id,
    created_at: Timestamp,
    method: z.string(),
    path: z.string(),
    status: Count,
    duration_ms: Count,
    request_id: z.string(),
    user: z.object({ id: Id, name: z.string() }),
    address: z.string(),
  })
  .meta({ id: 'ApiRequest' });
export const ApiRequestList = listOf(ApiRequest);

export const ListApiRequests = z.strictObject({
  ...Paging,
  failed: z.boolean().optional().meta({ description: 'true: only answers from 400 on' }),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
});
