import { expect, test } from 'vitest';
import { createProduct } from '../../factories/catalog';
import { type CoaBody, coaParts, uploadCoa } from '../../factories/coa';
import { textPdf } from '../../factories/text-pdf';
import { openTrade } from '../../factories/trade';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { sql } = stage;
type Read = CoaBody & { reading: 'done' | 'pending' };
const plain = () => coaParts(textPdf([[50, 700, 'Batch #: LATER-1']]), { batch_id: 'OTHER-1' });

test('reads a certificate by a job for which there was no time, and says until then that it is not read yet', async () => {
  const { seller, wholesaler } = await openTrade(stage);
  const { id } = await createProduct(stage.db, wholesaler);
  // Two readings that took too long: the business waits for an hour.
  const subject = `slow_pdf:${wholesaler.id}`;
  await sql`insert into reset_requests (subject, window_start, requests) values (${subject}, now(), 2)`;
  const { status, body } = await uploadCoa(seller, id, plain());
  expect(status).toBe(201);
  expect(body).toMatchObject({ reading: 'pending', extracted: null, mismatches: [] });
  const of = async () => (await seller.get<Read>(`/api/v1/products/${id}/coa`)).body;
  expect((await of()).reading).toBe('pending');
  const batch = `/api/v1/batches/${body.batch}`;
  const { updated_at: before } = (await seller.get<{ updated_at: string }>(batch)).body;

  await sql`delete from reset_requests where subject = ${subject}`;
  await sql`update graphile_worker._private_jobs set run_at = now() where key = ${`read_certificate:${body.id}`}`;
  await expect.poll(async () => (await of()).reading, { timeout: 60_000 }).toBe('done');
  const read = await of();
  expect(read.extracted?.batch_id).toBe('LATER-1');
  expect(read.mismatches).toEqual([{ field: 'batch_id', form: 'OTHER-1', document: 'LATER-1' }]);
  expect((await seller.get<{ updated_at: string }>(batch)).body.updated_at > before).toBe(true);
});

test('says of a file without text that it is read', async () => {
  const { seller, wholesaler } = await openTrade(stage);
  const { id } = await createProduct(stage.db, wholesaler);
  const { body } = await uploadCoa(seller, id, coaParts(textPdf([])));
  expect(body).toMatchObject({ reading: 'done', extracted: null });
});

test('changes nothing else of a certificate, and nothing twice', async () => {
  const { seller, wholesaler } = await openTrade(stage);
  const { id } = await createProduct(stage.db, wholesaler);
  const { body } = await uploadCoa(seller, id, plain());
  const refused = /append-only/;
  await expect(sql`update product_coas set extracted = null where id = ${body.id}`).rejects.toThrow(refused);
  await expect(sql`update product_coas set lab = 'x' where id = ${body.id}`).rejects.toThrow(refused);
  await expect(sql`delete from product_coas where id = ${body.id}`).rejects.toThrow(refused);
});
