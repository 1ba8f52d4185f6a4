import { z } from 'zod';
import { hasNumber } from '../../kernel/batch-number';
import { BigCount, CalendarDate, Id, paragraphs, text } from '../../kernel/params';
import { ExternalIdsChange, NewExternalIds } from '../entities/external-ids/schema';

export const TEST_STATUSES = ['untested', 'passed', 'failed', 'exempt'] as const;
export const TestStatus = z
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
export const HoldParty = z
  .enum(['owner', 'self'])
  .meta({ id: 'HoldParty', description: "Who holds a batch: the product's `owner` or your business itself" });
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
    external_ids: NewExternalIds.optional(),
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
  .strictObject({
    id: PathId,
    ...Dates,
    test_status: TestStatus.optional(),
    external_ids: ExternalIdsChange.optional(),
  })
  .meta({ examples: [{ test_status: 'passed', expires_on: '2026-11-30' }] });
export const HoldBatch = z
  .strictObject({ id: PathId, reason: Reason })
  .meta({ examples: [{ reason: 'Mold found in two jars' }] });

export const UnitsByLocation = z
  .array(
    z.object({
      location_id: Id.meta({ description: 'Id of the location' }),
      quantity: BigCount.meta({ description: 'Units on hand there' }),
    }),
  )
  .meta({
    description:
      'Locations where your business has units, in order of their ids. Readers that are limited to locations get their own, and `quantity` is the sum of these',
  });
