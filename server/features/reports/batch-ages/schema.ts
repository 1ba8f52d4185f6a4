import { z } from 'zod';
import { BigCount, Count } from '../../../kernel/params';
import { amountAlikeOf, StepsAlike } from '../../products/schema';

/** Days after which a batch is in the next group. */
export const AGES = [30, 60, 90, 180] as const;

export const BatchAgesQuery = z.strictObject({});

export const BatchAges = z
  .object({
    ages: z
      .array(
        z.object({
          from_days: Count.meta({ description: 'Age of the youngest of the group in days' }),
          to_days: Count.nullable().meta({ description: 'Age of the oldest; null for the last group' }),
          batches: Count.meta({ description: 'Batches with units on hand' }),
          units: BigCount.meta({ description: 'Their units on hand' }),
          ...StepsAlike,
          amount: amountAlikeOf('units'),
          value: z.number().meta({ description: 'The same at average cost, in US dollars' }),
        }),
      )
      .meta({ description: 'Every group, youngest first' }),
  })
  .meta({ id: 'BatchAges' });
export type BatchAges = z.infer<typeof BatchAges>;
