import { z } from 'zod';
import { amountFor, isObject, someFor } from '../../../kernel/measured';
import { Id, Moment, Note, text, wholeNumber } from '../../../kernel/params';
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
/** Entries of one count, which are kept for ever. */
export const MAX_ENTRIES = 20_000;
/** Entries of one request. */
export const MAX_SENT = 500;
/** How long ago an entry may have been counted. */
export const MAX_AGE_HOURS = 72;

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

const exactlyOne = (values: readonly unknown[]) => values.filter((value) => value !== undefined).length === 1;

const entered = {
  inventory_id: Id.meta({ description: 'The item; or name it by `sku`' }).optional(),
  sku: text(100)
    .meta({
      description:
        'SKU, or else the tag of a package of yours, as a scanner reads it; items that are new in the room are added',
    })
    .optional(),
  counted: wholeNumber().min(0).max(MAX_QUANTITY).meta({ description: 'Units counted' }).optional(),
  counted_amount: amountFor('counted').optional(),
  add: wholeNumber()
    .min(1)
    .max(MAX_QUANTITY)
    .meta({ description: 'Units to add to those counted already: 1 for each scan' })
    .optional(),
  add_amount: someFor('add').optional(),
  clear: z.boolean().meta({ description: 'True removes the entry: the item is not counted' }).optional(),
};
type Entered = z.infer<z.ZodObject<typeof entered>>;
/** What is recorded; without an id and a moment it is new, and of now. */
export type Entry = Entered & { entry_id?: string; counted_at?: string };

/** Of one item, and one of the three acts. */
function definite<T extends z.ZodType<Entered>>(schema: T) {
  return schema
    .refine(({ inventory_id, sku }) => exactlyOne([inventory_id, sku]), {
      path: ['inventory_id'],
      error: 'is required without sku, and excludes it',
      params: { code: 'ambiguous' },
      when: isObject,
    })
    .refine(
      ({ counted, counted_amount, add, add_amount, clear }) =>
        exactlyOne([counted, counted_amount, add, add_amount, clear || undefined]),
      {
        path: ['counted'],
        error: 'is required without counted_amount, add, add_amount and clear, and excludes them',
        params: { code: 'ambiguous' },
        when: isObject,
      },
    );
}

export const RecordCount = definite(z.strictObject({ id: PathId, ...entered })).meta({
  examples: [{ sku: 'BD-3.5', add: 1 }],
});

const EntryId = Id.meta({ description: 'A UUID of yours. An entry that is sent again counts once' });
const COUNTED_AT = '2026-01-02T15:04:05.000Z';
const ENTRY_ID = '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9c21';

export const RecordEntries = z
  .strictObject({
    id: PathId,
    sent_at: Moment.optional().meta({
      description:
        'What your clock says when you send this. Where it differs by more than 30 seconds, `counted_at` is corrected by the ' +
        'difference; without it your clock is taken to be right',
    }),
    counted_by: Id.optional().meta({
      description:
        'Id of the member who counted: 403 for any other, so that a shared device sends nothing in another name',
    }),
    entries: z
      .array(
        definite(
          z.strictObject({
            entry_id: EntryId,
            ...entered,
            counted_at: Moment.meta({
              description: `When it was counted, at most ${MAX_AGE_HOURS} hours ago`,
            }),
          }),
        ),
      )
      .min(1)
      .max(MAX_SENT)
      .meta({ description: 'What was counted, in any order' }),
  })
  .meta({
    examples: [
      {
        sent_at: '2026-01-02T17:30:00.000Z',
        entries: [{ entry_id: ENTRY_ID, sku: 'BD-3.5', add: 1, counted_at: COUNTED_AT }],
      },
    ],
  });

export const ApplyCount = z
  .strictObject({
    id: PathId,
    reason_code: ReasonCode.optional().meta({ description: 'Reason of the adjustments; AUDIT when absent' }),
    notes: Note.optional().meta({ description: 'Note for the record of changes' }),
  })
  .meta({ examples: [{ reason_code: 'AUDIT', notes: 'Monthly count' }] });
