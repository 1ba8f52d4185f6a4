import { z } from 'zod';
import { CalendarDate, Count, Id, Percentage, Timestamp, text } from '../../../kernel/params';
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
  created_at: Timestamp,
});

/** A certificate of analysis; `history` holds the ones before it, newest first (decision 17). */
export const Coa = CoaRecord.extend({
  history: z.array(CoaRecord).meta({ description: 'Earlier certificates, newest first' }),
}).meta({ id: 'Coa' });

export const COA_HISTORY = 100;
/** Of a product: none is ever removed. */
export const MAX_COAS = 500;

export const AddCoa = z.strictObject({
  id: Id,
  lab: text(200).meta({ description: 'Laboratory' }),
  batch_id: BatchNumber.meta({ description: 'Batch number on the certificate' }),
  date: CalendarDate.optional().meta({ description: 'Date of the certificate; today when absent' }),
});

export const CoaOfProduct = z.strictObject({ id: Id });
export const CoaFile = z.strictObject({ id: Id, coa_id: Id });
