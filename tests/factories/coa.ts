import type postgres from 'postgres';
import type { z } from 'zod';
import type { Coa } from '../../server/features/lots/coa/schema';
import type { Answer, Client } from '../setup/client';
import { form, type Part } from '../setup/form';
import { pdf } from './pdf';

export type CoaBody = z.infer<typeof Coa>;

interface CoaFields {
  lab?: string;
  batch_id?: string;
  date?: string;
}

/** The parts of an upload as it should be. */
export function coaParts(file: Uint8Array = pdf(), fields: CoaFields = {}): Part[] {
  const { lab = 'Green Lab', batch_id = 'B-1', date } = fields;
  return [
    { name: 'lab', content: lab },
    { name: 'batch_id', content: batch_id },
    ...(date === undefined ? [] : [{ name: 'date', content: date }]),
    { name: 'file', fileName: 'coa.pdf', type: 'application/pdf', content: file },
  ];
}

export function uploadCoa(
  client: Client,
  productId: string,
  parts: readonly Part[] = coaParts(),
  headers: Record<string, string> = {},
): Promise<Answer<CoaBody>> {
  return client.send('POST', `/api/v1/products/${productId}/coa`, form(parts, headers));
}

/** Makes so many copies of a certificate, with an id of their own. */
export async function copyCoa(sql: postgres.Sql, id: string, count: number): Promise<void> {
  await sql`
    insert into product_coas select c.* from product_coas i, generate_series(1, ${count}) n,
      jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'n', n)) c where i.id = ${id}`;
}
