import { z } from 'zod';
import { CalendarDate, Count, Id, Percentage, paragraphs, Timestamp, text } from '../../../kernel/params';
import { BatchNumber } from '../schema';

export const CoaResult = z
  .enum(['passed', 'failed'])
  .meta({ id: 'CoaResult', description: 'Overall result of the tests' });

/** What was read from a certificate. */
export const Extracted = z
  .object({
    lab: z.string().nullable().meta({ description: 'Laboratory' }),
    batch_id: z.string().nullable().meta({ description: 'Batch number' }),
    sampled_on: CalendarDate.nullable().meta({ description: 'Day the sample was collected' }),
    thc_percentage: Percentage.nullable().meta({ description: 'Total THC in percent by weight' }),
    cbd_percentage: Percentage.nullable().meta({ description: 'Total CBD in percent by weight' }),
    result: CoaResult.nullable(),
    expires_on: CalendarDate.nullable().meta({ description: 'Expiration date' }),
  })
  .meta({
    id: 'CoaExtracted',
    description: 'What the PDF says, as read on upload; a field is null where the reading is unsure',
  });
export type Extracted = z.infer<typeof Extracted>;

/** Where a certificate contradicts the form or the product. Values are text, as in `extracted`. */
export const Mismatch = z
  .object({
    field: z
      .enum(['lab', 'batch_id', 'sampled_on', 'thc_percentage', 'cbd_percentage'])
      .meta({ id: 'CoaMismatchField', description: 'Field of `extracted`' }),
    form: z.string().meta({ description: 'Value in the form, or of the product' }),
    document: z.string().meta({ description: 'Value in the PDF' }),
  })
  .meta({ id: 'CoaMismatch' });
export type Mismatch = z.infer<typeof Mismatch>;

const CoaRecord = z.object({
  id: Id,
  product_id: Id,
  lab: z.string().meta({ description: 'Laboratory' }),
  batch_id: z.string().meta({ description: 'Batch number on the certificate' }),
  batch: Id.nullable().meta({ description: 'Id of the batch; null for certificates from before batches' }),
  date: CalendarDate.meta({ description: 'Date of the certificate' }),
  file_name: z.string().meta({ description: 'Name of the uploaded file' }),
  file_size: Count.meta({ description: 'Bytes' }),
  sha256: z.string().meta({ description: 'Of the file, in hex' }),
  download_url: z.string().meta({ description: 'Needs the bearer token or the browser session' }),
  uploaded_by: Id.meta({ description: 'The user' }),
  reading: z.enum(['done', 'pending']).meta({
    id: 'CoaReading',
    description: '`pending` while the PDF is not read yet, for lack of time; it is read again until then',
  }),
  extracted: Extracted.nullable().meta({
    description:
      'What the PDF says; null when no text could be read from it, as from a scan, and while `reading` is `pending`',
  }),
  mismatches: z.array(Mismatch).meta({
    description: 'Where the PDF contradicts the form or the product; nothing is changed by it',
  }),
  withdrawn: z
    .object({
      at: Timestamp.meta({ description: 'When it was withdrawn' }),
      by: Id.meta({ description: 'The user' }),
      reason: z.string().meta({ description: 'Why' }),
    })
    .nullable()
    .meta({
      id: 'CoaWithdrawal',
      description: 'Null unless it was withdrawn: it no longer counts, and its file can still be read',
    }),
  created_at: Timestamp,
});

/** A certificate of analysis that counts; `history` holds the others, newest first (decisions 17 and 943). */
export const Coa = CoaRecord.extend({
  history: z.array(CoaRecord).meta({
    description: 'Earlier certificates, and those that were withdrawn, newest first',
  }),
}).meta({ id: 'Coa' });

export const COA_HISTORY = 100;
/** Of a product, by one business: none is ever removed. */
export const MAX_COAS = 500;
/** Readings of a business that are neither saved nor expired. */
export const MAX_READINGS = 100;
/** Until a reading that isn't saved is removed with its file. */
export const READING_MS = 24 * 3_600_000;
/** Batches that a reading suggests. */
export const MAX_MATCHES = 5;

const Lab = text(200).meta({ description: 'Laboratory' });
const ReadingId = Id.optional().meta({
  description: 'A reading of `POST /api/v1/coa-readings` to save, once, instead of a `file`',
});
const Confirm = text(200).optional().meta({
  description:
    'With `reading_id`: `true`, or the codes of the questions of a 409, separated by commas, that were confirmed',
});

export const AddCoa = z.strictObject({
  id: Id,
  lab: Lab,
  batch_id: BatchNumber.meta({ description: 'Batch number on the certificate' }),
  date: CalendarDate.optional().meta({
    description:
      'Date of the certificate; when absent, today, or the day of sampling that was read with `reading_id`, which is required where none was',
  }),
  reading_id: ReadingId,
  confirm: Confirm,
});

export const AddBatchCoa = z.strictObject({
  id: Id.meta({ description: 'Id of the batch' }),
  lab: Lab,
  date: AddCoa.shape.date,
  reading_id: ReadingId,
  confirm: Confirm,
});

export const CoaOfProduct = z.strictObject({ id: Id });
export const CoaFile = z.strictObject({ id: Id, coa_id: Id });

export const WithdrawCoa = z
  .strictObject({
    id: Id.meta({ description: 'Id of the product' }),
    coa_id: Id.meta({ description: 'Id of the certificate' }),
    reason: paragraphs(1000).meta({ description: 'Why it no longer counts, for everyone who reads it' }),
  })
  .meta({ examples: [{ reason: 'It is the certificate of another batch' }] });
export const WithdrawnCoa = CoaRecord.meta({ id: 'WithdrawnCoa' });

export const READING_STATUSES = ['read', 'no_text', 'not_read'] as const;

export const ReadCoa = z.strictObject({
  product_id: Id.optional().meta({
    description: 'The product that it is for, of yours or one that you can order or hold',
  }),
  batch: Id.optional().meta({ description: 'Id of the batch that it is for' }),
});

export const CoaReadingId = z.strictObject({ id: Id.meta({ description: 'Id of the reading' }) });

const sure = (field: string) =>
  z.boolean().meta({ description: `Whether \`${field}\` was read beyond doubt` });
/** What was read of a certificate before it is saved. */
export const CoaReading = z
  .object({
    id: Id.meta({ description: 'Pass it as `reading_id` to save the certificate' }),
    file_name: z.string().meta({ description: 'Name of the uploaded file' }),
    status: z.enum(READING_STATUSES).meta({
      id: 'CoaReadingStatus',
      description:
        '`read`; `no_text` where no text could be read from the PDF, as from a scan; `not_read` where there was no time to read it: once saved, it is read later',
    }),
    extracted: Extracted.nullable().meta({
      description: 'What the PDF says; null unless `status` is `read`',
    }),
    sure: z
      .object({
        lab: sure('lab'),
        batch_id: sure('batch_id'),
        sampled_on: sure('sampled_on'),
        thc_percentage: sure('thc_percentage'),
        cbd_percentage: sure('cbd_percentage'),
        result: sure('result'),
        expires_on: sure('expires_on'),
      })
      .meta({
        id: 'CoaSure',
        description:
          'Which fields of `extracted` were read beyond doubt; the others are null, for a person to read',
      }),
    mismatches: z.array(Mismatch).meta({
      description: 'Where the PDF contradicts the batch and the product that were named',
    }),
    matches: z
      .array(
        z.object({
          batch: Id.meta({ description: 'Id of the batch' }),
          batch_id: z.string().meta({ description: 'Batch number' }),
          product_id: Id.meta({ description: 'Id of its product' }),
          product_name: z.string().meta({ description: 'Name of its product' }),
        }),
      )
      .max(MAX_MATCHES)
      .meta({ description: 'Batches with the number that was read, those of your own products first' }),
    expires_at: Timestamp.meta({ description: 'When it is removed with its file unless it was saved' }),
  })
  .meta({ id: 'CoaReadingResult' });
export type CoaReading = z.infer<typeof CoaReading>;

/** What to confirm before a certificate is saved that was read otherwise. */
export const COA_QUESTIONS = [
  'another_batch',
  'another_product',
  'another_date',
  'sampled_before_packaged',
  'older_than_a_year',
] as const;
export type CoaQuestion = (typeof COA_QUESTIONS)[number];
