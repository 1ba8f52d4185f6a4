import { z } from 'zod';
import { CalendarDate, Count, Id, Timestamp, text } from '../../kernel/params';

const CoaRecord = z.object({
  id: Id,
  product_id: Id,
  lab: z.string(),
  batch_id: z.string(),
  date: CalendarDate,
  file_name: z.string(),
  file_size: Count.meta({ description: 'Bytes' }),
  sha256: z.string().meta({ description: 'Of the file, in hex' }),
  download_url: z.string().meta({ description: 'Needs the bearer token or the browser session' }),
  uploaded_by: Id.meta({ description: 'The user' }),
  created_at: Timestamp,
});

/** A certificate of analysis; `history` holds the ones before it, newest first (decision 17). */
export const Coa = CoaRecord.extend({ history: z.array(CoaRecord) }).meta({ id: 'Coa' });

export const COA_HISTORY = 100;

export const AddCoa = z.strictObject({
  id: Id,
  lab: text(200),
  batch_id: text(100),
  date: CalendarDate.optional(),
});

export const CoaOfProduct = z.strictObject({ id: Id });
export const CoaFile = z.strictObject({ id: Id, coa_id: Id });
