import { z } from 'zod';
import { Id, wholeNumber } from '../../../kernel/params';
import { System } from './schema';

/** Entries of one batch. */
export const MAX_BATCH = 200;

/** What names an object in a batch: its value of a system, or the only one of `external_ids`. */
export const EntryKey = {
  system: System.optional().meta({
    description: 'The system whose value names the object; the only one of `external_ids` when absent',
  }),
  value: z.string().trim().min(1).max(128).optional().meta({
    description: 'What the system calls it; that of `external_ids` when absent',
  }),
  if_match: z.string().max(1000).optional().meta({
    description:
      'The `ETag` that you read, as `If-Match`: `PRECONDITION_FAILED` when the object has changed since',
  }),
};

/** A batch in a request: each entry is read by itself, so that a wrong one fails alone. */
export const Batch = z.strictObject({
  items: z
    .array(z.unknown())
    .min(1, 'must have at least one entry')
    .max(MAX_BATCH, `must have at most ${MAX_BATCH} entries`)
    .meta({ description: 'Objects to make or change, each named by one external id' }),
  atomic: z.boolean().default(false).meta({
    description:
      'true: all of it or, with any failure, nothing; that failure is the response, with `details.index`',
  }),
});
export const BatchResults = z
  .object({
    results: z
      .array(
        z
          .object({
            index: wholeNumber().min(0).meta({ description: 'Position of the entry, from 0' }),
            status: z
              .enum(['created', 'changed', 'unchanged', 'failed'])
              .meta({ description: 'What became of it' }),
            id: Id.nullable().meta({
              description: 'Id of the object; null where it failed before there was one',
            }),
            etag: z.string().nullable().meta({ description: 'Its `ETag` now; null where it failed' }),
            kept: z
              .array(z.string())
              .optional()
              .meta({ description: "Fields that were sent and stay: a customer's own profile" }),
            error: z
              .object({
                code: z.string().meta({ description: 'As of an error of the operation for one object' }),
                message: z.string().meta({ description: 'What happened, then what to do' }),
                details: z.record(z.string(), z.unknown()).meta({ description: 'As of that error' }),
              })
              .nullable()
              .meta({ description: 'Why it failed; null otherwise' }),
          })
          .meta({ id: 'BatchResult' }),
      )
      .meta({ description: 'One for each entry, in the order of the request' }),
  })
  .meta({ id: 'BatchResults' });
export type BatchResults = z.infer<typeof BatchResults>;
export type BatchResult = BatchResults['results'][number];
