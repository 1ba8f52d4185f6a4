import { z } from 'zod';
import {
  Count,
  Delta,
  Id,
  listOf,
  Note,
  Paging,
  Person,
  Search,
  Timestamp,
  text,
  Walking,
  walkOf,
  wholeNumber,
} from '../../../kernel/params';
import { MAX_QUANTITY, Place, ReasonCode, RoomType } from '../schema';

export const COUNT_STATUSES = ['counting', 'review', 'applied', 'cancelled'] as const;
const CountStatus = z.enum(COUNT_STATUSES).meta({
  id: 'CountStatus',
  description:
    '`counting` takes entries, `review` waits for someone to apply the differences, `applied` and `cancelled` are final',
});
/** Counts of one business that are neither applied nor canceled. */
export const MAX_OPEN = 100;
/** Items that one count takes: they are adjusted in one transaction. */
export const MAX_LINES = 1_000;

const Assignee = Person.nullable().meta({ description: 'Who counts; null when any member may' });

export const StockCount = z
  .object({
    id: Id.meta({ description: 'Id of the count' }),
    location_id: Id.meta({ description: 'Id of the location' }),
    room_type: RoomType,
    status: CountStatus,
    blind: z.boolean().meta({ description: 'Whether expected quantities are hidden until the review' }),
    assignee: Assignee,
    counted: Count.meta({ description: 'Items counted so far' }),
    different: Count.nullable().meta({
      description: 'Counted items whose quantity differs; null while a blind count is under way',
    }),
    actor: Person.meta({ description: 'Who started it' }),
    created_at: Timestamp.meta({ description: 'When it was started' }),
    finished_at: Timestamp.nullable().meta({
      description: 'When it was applied or canceled; null until then',
    }),
    updated_at: Timestamp.meta({ description: 'When it or an entry of it last changed' }),
  })
  .meta({
    id: 'StockCount',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9c01',
        location_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b07',
        room_type: 'vault',
        status: 'counting',
        blind: true,
        assignee: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9c11', name: 'Dana Reyes' },
        counted: 12,
        different: null,
        actor: { id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9c12', name: 'Sam Ortiz' },
        created_at: '2026-01-02T15:04:05.000Z',
        finished_at: null,
        updated_at: '2026-01-02T15:14:05.000Z',
      },
    ],
  });
export const StockCountList = walkOf(StockCount);

export const ListCounts = z.strictObject({
  open: z
    .boolean()
    .meta({ description: '`true` for counts under way or in review, `false` for finished ones' })
    .optional(),
  location_id: Id.meta({ description: 'Only counts of this location' }).optional(),
  ...Walking,
});

const PathId = Id.meta({ description: 'Id of the count' });
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

const { product_id, product_name, variant_id, sku, variant_name, category, image } = Place;

export const CountLine = z
  .object({
    inventory_id: Id.meta({ description: 'Id of the inventory item' }),
    product_id,
    product_name,
    variant_id,
    sku,
    variant_name,
    category,
    image,
    counted: Count.nullable().meta({ description: 'Units counted; null while the item is not counted' }),
    expected_quantity: Count.nullable().meta({
      description:
        'Units that the item had when it was counted, or has now; null while a blind count is under way',
    }),
    difference: Delta.nullable().meta({
      description: '`counted` less `expected_quantity`; null while either is unknown',
    }),
    counted_by: Person.nullable().meta({ description: 'Who counted it last; null until then' }),
    counted_at: Timestamp.nullable().meta({ description: 'When it was counted last; null until then' }),
  })
  .meta({ id: 'StockCountLine' });
export const CountLineList = listOf(CountLine);

export const ListCountLines = z.strictObject({
  id: PathId,
  counted: z
    .boolean()
    .meta({ description: '`true` for counted items, `false` for those that are not' })
    .optional(),
  different: z
    .boolean()
    .meta({
      description: '`true` for counted items that differ; matches none while a blind count is under way',
    })
    .optional(),
  search: Search.meta({ description: 'Part of the product name or SKU' }).optional(),
  ...Paging,
});

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
