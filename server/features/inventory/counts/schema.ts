import { z } from 'zod';
import { Id, Note, text, wholeNumber } from '../../../kernel/params';
import { MAX_QUANTITY, ReasonCode, RoomType } from '../schema';

export const COUNT_STATUSES = ['counting', 'review', 'applied', 'cancelled'] as const;
export const CountStatus = z.enum(COUNT_STATUSES).meta({
  id: 'CountStatus',
  description:
    '`counting` takes entries, `review` waits for someone to apply the differences, `applied` and `cancelled` are final',
});
/** Counts of one business that are neither applied nor canceled. */
export const MAX_OPEN = 100;
/** Items that one count takes: they are adjusted in one transaction. */
export const MAX_LINES = 1_000;

export const PathId = Id.meta({ description: 'Id of the count' });
export const CountId = z.strictObject({ id: PathId });
const AssigneeId = Id.nullish().meta({ description: 'Member who counts; null for any' });

export const NewCount = z
  .strictObject({
    location_id: Id.meta({ description: 'A location of yours' }),
    room_type: RoomType,
    blind: z.boolean().meta({ description: 'Hide expected quantities until the review' }).optional(),
    assignee_id: AssigneeId,
  })
  .meta({
    examples: [{ location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07', room_type: 'vault', blind: true }],
  });

export const UpdateCount = z
  .strictObject({
    id: PathId,
    status: z
      .enum(['counting', 'review', 'cancelled'])
      .meta({ description: '`review` ends the counting, `counting` resumes it' })
      .optional(),
    assignee_id: AssigneeId,
  })
  .meta({ examples: [{ status: 'review' }] });

const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;
const exactlyOne = (values: readonly unknown[]) => values.filter((value) => value !== undefined).length === 1;

export const RecordCount = z
  .strictObject({
    id: PathId,
    inventory_id: Id.meta({ description: 'The item; or name it by `sku`' }).optional(),
    sku: text(100)
      .meta({ description: 'SKU, as a scanner reads it; items that are new in the room are added' })
      .optional(),
    counted: wholeNumber().min(0).max(MAX_QUANTITY).meta({ description: 'Units counted' }).optional(),
    add: wholeNumber()
      .min(1)
      .max(MAX_QUANTITY)
      .meta({ description: 'Units to add to those counted already: 1 for each scan' })
      .optional(),
    clear: z.boolean().meta({ description: 'True removes the entry: the item is not counted' }).optional(),
  })
  .refine(({ inventory_id, sku }) => exactlyOne([inventory_id, sku]), {
    path: ['inventory_id'],
    error: 'is required without sku, and excludes it',
    params: { code: 'ambiguous' },
    when: isObject,
  })
  .refine(({ counted, add, clear }) => exactlyOne([counted, add, clear || undefined]), {
    path: ['counted'],
    error: 'is required without add and clear, and excludes them',
    params: { code: 'ambiguous' },
    when: isObject,
  })
  .meta({ examples: [{ sku: 'BD-3.5', add: 1 }] });

export const ApplyCount = z
  .strictObject({
    id: PathId,
    reason_code: ReasonCode.optional().meta({ description: 'Reason of the adjustments; AUDIT when absent' }),
    notes: Note.optional().meta({ description: 'Note for the record of changes' }),
  })
  .meta({ examples: [{ reason_code: 'AUDIT', notes: 'Monthly count' }] });
