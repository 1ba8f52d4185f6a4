import { z } from 'zod';
import { CalendarDate, Count, Id, Timestamp, text } from '../../../kernel/params';

const CoaRecord = z.object({
  id: Id,
  product_id: Id,
  lab: z.string().meta({ description: 'Laboratory' }),
  batch_id: z.string().meta({ description: 'Batch number on the certificate' }),
  date: CalendarDate.meta({ description: 'Date of the certificate' }),
  file_name: z.string().meta({ description: 'Name of the uploaded file' }),
  file_size: Count.meta({ description: 'Bytes' }),
  sha256: z.string().meta({ description: 'Of the file, in hex' }),
  download_url: z.string().meta({ description: 'Needs the bearer token or the browser session' }),
  uploaded_by: Id.meta({ description: 'The user' }),
  created_at: Timestamp,
});

/** A certificate of analysis; `history` holds the ones before it, newest first (decision 17). */
export const Coa = CoaRecord.extend({
  history: z.array(CoaRecord).meta({ description: 'Earlier certificates, newest first' }),
}).meta({ id: 'Coa' });

export const COA_HISTORY = 100;

export const AddCoa = z.strictObject({
  id: Id,
  lab: text(200).meta({ description: 'Laboratory' }),
  batch_id: text(100).meta({ description: 'Batch number on the certificate' }),
  date: CalendarDate.optional().meta({ description: 'Date of the certificate; today when absent' }),
});

export const CoaOfProduct = z.strictObject({ id: Id });
export const CoaFile = z.strictObject({ id: Id, coa_id: Id });
