import { z } from 'zod';
import { hasNumber } from '../../kernel/batch-number';
import {
  CalendarDate,
  Count,
  Id,
  paragraphs,
  Search,
  sortBy,
  Timestamp,
  text,
  Walking,
  walkOf,
} from '../../kernel/params';
import { Appearance } from '../products/schema';

export const TEST_STATUSES = ['untested', 'passed', 'failed', 'exempt'] as const;
const TestStatus = z
  .enum(TEST_STATUSES)
  .meta({ id: 'TestStatus', description: 'Result of laboratory testing; `failed` units are never sold' });

/** A batch number in a request. */
export const BatchNumber = text(100)
  .refine(hasNumber, { message: 'must have a letter or a digit', params: { code: 'invalid_format' } })
  .meta({
    description:
      'Batch number as printed on the certificate. Spellings of one batch are one: `NB-1`, `nb 1` and `nb1`',
  });
const Reason = paragraphs(1000).meta({ description: 'Why the batch is on hold' });

/** Named: generators of Go derive the name of an inline one from its place, and `BatchHeld` is also the name of an event. */
const HoldParty = z
  .enum(['owner', 'self'])
  .meta({ id: 'HoldParty', description: "Who holds a batch: the product's `owner` or your business itself" });
const Held = HoldParty.nullable().meta({
  description:
    "`owner` when the product's owner holds the batch for everyone, `self` when your business holds its own units, null when it is not on hold",
});

const BatchCore = {
  id: Id.meta({ description: 'Id of the batch' }),
  product_id: Id.meta({ description: 'Id of the product' }),
  product_name: z.string().meta({ description: 'Name of the product' }),
  batch_id: z.string().meta({ description: 'Batch number as printed on the certificate' }),
  expires_on: CalendarDate.nullable().meta({
    description: 'Last day on which units can be sold; null when unknown',
  }),
  test_status: TestStatus,
  held: Held,
  hold_reason: z.string().nullable().meta({ description: 'Why it is on hold; null when it is not' }),
  quantity: Count.meta({
    description: 'Units that your business has on hand, in the locations that you may see',
  }),
};

export const Batch = z
  .object({
    ...BatchCore,
    category: Appearance.category,
    image: Appearance.image,
    harvested_on: CalendarDate.nullable().meta({ description: 'Day of harvest; null when unknown' }),
    packaged_on: CalendarDate.nullable().meta({ description: 'Day of packaging; null when unknown' }),
    held_at: Timestamp.nullable().meta({ description: 'When the hold was placed; null without one' }),
    adopted: z.boolean().meta({
      description: "False while the product's owner has no batch of this number: only your business sees it",
    }),
    has_coa: z.boolean().meta({ description: 'Whether the batch has a certificate of analysis' }),
    created_at: Timestamp.meta({ description: 'When the batch was created' }),
    updated_at: Timestamp.meta({
      description: 'When the batch last changed for you, apart from units on hand',
    }),
  })
  .meta({
    id: 'Batch',
    examples: [
      {
        id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b11',
        product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
        product_name: 'Blue Dream',
        category: 'flower',
        image: null,
        batch_id: 'BD-2026-014',
        expires_on: '2026-11-30',
        test_status: 'passed',
        held: null,
        hold_reason: null,
        quantity: 24,
        harvested_on: '2025-10-02',
        packaged_on: '2025-11-30',
        held_at: null,
        adopted: true,
        has_coa: true,
        created_at: '2026-01-02T15:04:05.000Z',
        updated_at: '2026-01-02T15:04:05.000Z',
      },
    ],
  });
export const BatchList = walkOf(Batch);

export const BATCH_SORTS = ['created_at', 'expires_on', 'batch_id'] as const;

export const ListBatches = z.strictObject({
  product_id: Id.meta({ description: 'Only batches of this product' }).optional(),
  batch_id: text(100)
    .meta({ description: 'Only batches with this number, however it is spelled' })
    .optional(),
  location_id: Id.meta({
    description: 'Only batches with units on hand at this location of yours',
  }).optional(),
  expires_before: CalendarDate.meta({ description: 'Only batches that expire before this day' }).optional(),
  test_status: TestStatus.meta({ description: 'Only batches with this test result' }).optional(),
  held: z
    .boolean()
    .meta({
      description: '`true` for batches on hold, by the owner or your business; `false` for the others',
    })
    .optional(),
  has_coa: z
    .boolean()
    .meta({
      description: '`true` for batches with a certificate of analysis, `false` for those that lack one',
    })
    .optional(),
  on_hand: z
    .boolean()
    .meta({
      description: '`true` for batches of which your business has units on hand, `false` for the others',
    })
    .optional(),
  search: Search.meta({ description: 'Part of the batch number or of the product name' }).optional(),
  sort: sortBy(BATCH_SORTS),
  ...Walking,
});

const Dates = {
  harvested_on: CalendarDate.nullish().meta({ description: 'Day of harvest' }),
  packaged_on: CalendarDate.nullish().meta({ description: 'Day of packaging' }),
  expires_on: CalendarDate.nullish().meta({ description: 'Last day on which units can be sold' }),
};

export const NewBatch = z
  .strictObject({
    product_id: Id.meta({ description: 'A product of yours, or one that you can order or hold' }),
    batch_id: BatchNumber,
    ...Dates,
    test_status: TestStatus.optional(),
  })
  .meta({
    examples: [
      {
        product_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b03',
        batch_id: 'BD-2026-014',
        expires_on: '2026-11-30',
        test_status: 'passed',
      },
    ],
  });

const PathId = Id.meta({ description: 'Id of the batch' });
export const BatchId = z.strictObject({ id: PathId });
export const UpdateBatch = z
  .strictObject({ id: PathId, ...Dates, test_status: TestStatus.optional() })
  .meta({ examples: [{ test_status: 'passed', expires_on: '2026-11-30' }] });
export const HoldBatch = z
  .strictObject({ id: PathId, reason: Reason })
  .meta({ examples: [{ reason: 'Mold found in two jars' }] });

export const UnitsByLocation = z
  .array(
    z.object({
      location_id: Id.meta({ description: 'Id of the location' }),
      quantity: Count.meta({ description: 'Units on hand there' }),
    }),
  )
  .meta({
    description:
      'Locations where your business has units, in order of their ids. Readers that are limited to locations get their own, and `quantity` is the sum of these',
  });
const BatchEventCore = { ...BatchCore, locations: UnitsByLocation };

/** What `batch.held` and `batch.released` carry: the batch as the receiver sees it. */
export const BatchData = z
  .object(BatchEventCore)
  .meta({ id: 'BatchEventData', description: 'The batch after the change' });
/** What `batch.created` and `batch.updated` carry: units on hand come by `inventory.updated`. */
export const BatchChangedData = Batch.omit({ quantity: true }).meta({
  id: 'BatchChangedEventData',
  description: 'The batch after the change, without units on hand',
});
export const ExpiringData = z
  .object({ ...BatchEventCore, days: Count.meta({ description: 'Days until it expires: 30, 7 or 0' }) })
  .meta({ id: 'BatchExpiringEventData', description: 'A batch of which you have units on hand' });
