import type postgres from 'postgres';
import type { z } from 'zod';
import type { Coa, CoaReading } from '../../server/features/lots/coa/schema';
import type { Answer, Client } from '../setup/client';
import { form, type Part } from '../setup/form';
import { pdf } from './pdf';

export type CoaBody = z.infer<typeof Coa>;
export type ReadingBody = CoaReading;

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

/** The same for a batch, whose number needs no saying. */
export const batchCoaParts = (file?: Uint8Array, fields?: CoaFields): Part[] =>
  coaParts(file, fields).filter(({ name }) => name !== 'batch_id');

/** Files a certificate of a batch. */
export function uploadBatchCoa(
  client: Client,
  batch: string,
  parts: readonly Part[] = batchCoaParts(),
): Promise<Answer<CoaBody>> {
  return client.send('POST', `/api/v1/batches/${batch}/coa`, form(parts));
}

export function withdrawCoa(
  client: Client,
  { product_id, id }: Pick<CoaBody, 'id' | 'product_id'>,
  reason = 'Of another batch',
): Promise<Answer<CoaBody>> {
  return client.post(`/api/v1/products/${product_id}/coa/${id}/withdraw`, { reason });
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
    insert into product_coas (id, product_id, entity_id, lab, batch_id, batch, date, file_name, file_size, sha256, storage_key,
      uploaded_by, by_holder, created_at)
    select gen_random_uuid(), i.product_id, i.entity_id, i.lab, i.batch_id, i.batch, i.date, i.file_name, i.file_size, i.sha256,
      i.storage_key, i.uploaded_by, i.by_holder, i.created_at
    from product_coas i, generate_series(1, ${count}) n where i.id = ${id}`;
}

/** Has a certificate read without saving it. */
export function readCoa(
  client: Client,
  file: Uint8Array,
  named: { product_id?: string; batch?: string } = {},
): Promise<Answer<ReadingBody>> {
  const fields = Object.entries(named).map(([name, content]) => ({ name, content }));
  const parts = [...fields, { name: 'file', fileName: 'coa.pdf', type: 'application/pdf', content: file }];
  return client.send('POST', '/api/v1/coa-readings', form(parts));
}

/** Saves a reading as a certificate of the product or batch at the path. */
export function saveReading(
  client: Client,
  path: string,
  fields: CoaFields & { reading_id: string; confirm?: string },
): Promise<Answer<CoaBody>> {
  const given = { lab: 'Green Lab', ...fields };
  const parts = Object.entries(given).map(([name, content]) => ({ name, content }));
  return client.send('POST', path, form(parts));
}

/** Makes so many copies of a reading. */
export async function copyReading(sql: postgres.Sql, id: string, count: number): Promise<void> {
  await sql`
    insert into coa_readings select c.* from coa_readings i, generate_series(1, ${count}) n,
      jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'n', n)) c where i.id = ${id}`;
}
