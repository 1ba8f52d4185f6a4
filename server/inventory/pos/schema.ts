import { z } from 'zod';
import { Id, listOf, Paging, sortBy, Timestamp } from '../../kernel/params';

export const SYNC_TYPES = ['full', 'incremental'] as const;
export const SYNC_STATUSES = ['queued', 'running', 'completed', 'failed'] as const;
/** Errors that a run keeps; `failed` counts them all. */
export const MAX_ERRORS = 100;

const count = z.number().int();

export const SyncError = z.object({
  sku: z.string().nullable().meta({ description: 'null when the run as a whole failed' }),
  code: z.string(),
  message: z.string(),
});

/** A sync of a location with its point of sale (decision 32). */
export const SyncRun = z
  .object({
    id: Id,
    location_id: Id,
    sync_type: z.enum(SYNC_TYPES),
    status: z.enum(SYNC_STATUSES),
    processed: count.meta({ description: 'items that the point of sale has reported so far' }),
    total: count.meta({ description: 'items that it has, as far as it can tell' }),
    created: count.meta({ description: 'rows of stock that came into being' }),
    updated: count.meta({ description: 'rows whose quantity changed' }),
    failed: count.meta({ description: 'items that could not be taken over' }),
    errors: z.array(SyncError).meta({ description: `the first ${MAX_ERRORS}` }),
    created_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({
    id: 'SyncRun',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b0a',
        location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        sync_type: 'incremental',
        status: 'completed',
        processed: 31,
        total: 31,
        created: 0,
        updated: 30,
        failed: 1,
        errors: [{ sku: 'BD-3.5', code: 'below_reserved', message: 'Fewer were counted than are reserved.' }],
        created_at: '2026-01-02T15:04:05.000Z',
        finished_at: '2026-01-02T15:04:07.000Z',
      },
    ],
  });
export const SyncRunList = listOf(SyncRun);

export const StartSync = z.strictObject({
  location_id: Id,
  sync_type: z.enum(SYNC_TYPES).default('incremental'),
});
export const SyncRunId = z.strictObject({ id: Id });

export const SYNC_SORTS = ['created_at', 'finished_at', 'status', 'sync_type'] as const;
export const ListSyncRuns = z.strictObject({
  location_id: Id.optional(),
  status: z.enum(SYNC_STATUSES).optional(),
  sort: sortBy(SYNC_SORTS),
  ...Paging,
});
