import { beforeAll, describe, expect, test } from 'vitest';
import { createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { type CoaBody, coaParts, uploadBatchCoa, uploadCoa, withdrawCoa } from '../../factories/coa';
import { type BatchBody, createLot } from '../../factories/lots';
import { pdf } from '../../factories/pdf';
import { openTrade, type ProductBody, placeOrder, placeOrderIn, type Trade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { expectAbsent, expectError, expectInvalid } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
let trade: Trade;
beforeAll(async () => {
  trade = await openTrade(stage);
});

const product = async () => (await createProduct(db, trade.wholesaler)).id;
const file = async (id: string, batch_id = 'B-1') =>
  ok(await uploadCoa(trade.seller, id, coaParts(pdf(batch_id), { batch_id })));
const batchOf = async ({ batch }: CoaBody, client = trade.seller) =>
  ok(await client.get<BatchBody>(`/api/v1/batches/${batch}`));
const productOf = async (id: string) => ok(await trade.seller.get<ProductBody>(`/api/v1/products/${id}`));

describe('POST /api/v1/products/{id}/coa/{coa_id}/withdraw', () => {
  test('lets the one before it count again; its file, history and trace stay (200)', async () => {
    const id = await product();
    const [first, second] = [await file(id), await file(id)];
    const { status, body, text } = await withdrawCoa(trade.seller, second, 'Of another harvest');
    expect(status, text).toBe(200);
    const { history: _, ...record } = second;
    const withdrawn = {
      at: expect.any(String),
      by: trade.seller.tokens?.user.id,
      reason: 'Of another harvest',
    };
    expect(body).toEqual({ ...record, withdrawn });
    const now = ok(await trade.seller.get<CoaBody>(`/api/v1/products/${id}/coa`));
    expect(now).toMatchObject({ id: first.id, withdrawn: null, history: [{ id: second.id, withdrawn }] });
    expect(ok(await trade.seller.get<CoaBody>(`/api/v1/batches/${first.batch}/coa`)).id).toBe(first.id);
    expect((await batchOf(first)).has_coa).toBe(true);
    expect((await trade.seller.get(new URL(second.download_url).pathname)).status).toBe(200);
    const trace = ok(
      await trade.seller.get<{ certificates: unknown[] }>(`/api/v1/batches/${first.batch}/trace`),
    );
    expect(trace.certificates).toMatchObject([
      { id: second.id, withdrawn },
      { id: first.id, withdrawn: null },
    ]);
  });

  test('leaves nothing that counts where it was the only one', async () => {
    const id = await product();
    const coa = await file(id, 'ONLY-1');
    const [before, batch] = [await productOf(id), await batchOf(coa)];
    ok(await withdrawCoa(trade.seller, coa));
    const after = await productOf(id);
    expect(after.test_results).toBeNull();
    expect(after.updated_at > before.updated_at).toBe(true);
    const uncertified = await batchOf(coa);
    expect(uncertified.has_coa).toBe(false);
    expect(uncertified.updated_at > batch.updated_at).toBe(true);
    expectAbsent(await trade.seller.get(`/api/v1/products/${id}/coa`));
    expectAbsent(await trade.seller.get(`/api/v1/batches/${coa.batch}/coa`));
    const without = await trade.seller.get<{ data: { id: string }[] }>(
      `/api/v1/batches?has_coa=false&product_id=${id}`,
    );
    expect(without.body.data).toHaveLength(1);
    const products = await trade.seller.get<{ data: { id: string }[] }>(
      '/api/v1/products?has_coa=false&limit=500',
    );
    expect(products.body.data.map((one) => one.id)).toContain(id);
    // A later one counts.
    const next = await file(id, 'ONLY-1');
    expect(ok(await trade.seller.get<CoaBody>(`/api/v1/products/${id}/coa`))).toMatchObject({
      id: next.id,
      history: [{ id: coa.id }],
    });
  });

  test('lets no order leave that needs the certificate (409)', async () => {
    const other = await openTrade(stage);
    ok(await other.seller.patch('/api/v1/entity', { settings: { require_coa: true } }));
    const lot = await createLot(other.seller, other.stockId, 'NEEDED-1', 100);
    const coa = ok(await uploadBatchCoa(other.seller, lot.batch));
    const order = await placeOrder(other, 2);
    const to = (status: string) => other.seller.patch(`/api/v1/orders/${order.id}/status`, { status });
    for (const status of ['accepted', 'preparing']) ok(await to(status));
    ok(await withdrawCoa(other.seller, coa));
    expectError(await to('shipped'), 'COA_REQUIRED');
    ok(await uploadBatchCoa(other.seller, lot.batch));
    ok(await to('shipped'));
  });

  test('is once, also under parallel requests (409), recorded and announced', async () => {
    const id = await product();
    const coa = await file(id, 'ONCE-1');
    const answers = await Promise.all([1, 2, 3, 4].map(() => withdrawCoa(trade.seller.unpooled(), coa)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(expectError(await withdrawCoa(trade.seller, coa), 'CONFLICT')).toEqual({
      reason: 'already_withdrawn',
    });
    const rows = await sql`
      select before, after from audit_log where object_id = ${id} and action = 'product.coa_withdrawn'`;
    expect(rows).toMatchObject([
      { before: { withdrawn: null }, after: { id: coa.id, withdrawn: { reason: 'Of another batch' } } },
    ]);
    const events = await sql<{ type: string }[]>`
      select type from events where entity_id = ${trade.wholesaler.id} and type in ('batch.updated', 'product.updated')
        and (data ->> 'id' = ${id} and data ->> 'test_results' is null or data ->> 'id' = ${coa.batch} and data ->> 'has_coa' = 'false')`;
    expect(events.map(({ type }) => type).sort()).toEqual(['batch.updated', 'product.updated']);
  });

  test('is for the business that filed it, for admins, and for members of all locations', async () => {
    const id = await product();
    const coa = await file(id);
    const foreign = await openTrade(stage);
    for (const client of [trade.buyer, foreign.seller]) expectAbsent(await withdrawCoa(client, coa));
    expectAbsent(await withdrawCoa(trade.seller, { ...coa, product_id: await product() }));
    const manager = await stage.signIn(await createMember(db, trade.wholesaler, 'manager'));
    expectError(await withdrawCoa(manager, coa), 'FORBIDDEN');
    const [here] = trade.wholesaler.locationIds;
    const limited = await stage.signIn(await createMember(db, trade.wholesaler, 'admin', [here]));
    expect(expectError(await withdrawCoa(limited, coa), 'FORBIDDEN')).toMatchObject({
      reason: 'outside_your_locations',
    });
    expectInvalid(await withdrawCoa(trade.seller, coa, ' '), 'reason', 'too_short');
    expect((await productOf(id)).test_results).not.toBeNull();
  });

  test('is possible of a deleted product', async () => {
    const id = await product();
    const coa = await file(id, 'GONE-1');
    expect((await trade.seller.delete(`/api/v1/products/${id}`)).status).toBe(204);
    ok(await withdrawCoa(trade.seller, coa));
    expectAbsent(await trade.seller.get(`/api/v1/batches/${coa.batch}/coa`));
  });

  test('is kept in the database as it was said', async () => {
    const coa = await file(await product());
    ok(await withdrawCoa(trade.seller, coa));
    const refused = /append-only/;
    await expect(sql`update product_coas set withdrawn_at = null, withdrawn_by = null, withdrawn_reason = null
      where id = ${coa.id}`).rejects.toThrow(refused);
    await expect(sql`update product_coas set withdrawn_reason = 'x' where id = ${coa.id}`).rejects.toThrow(
      refused,
    );
    await expect(sql`update product_coas set by_holder = true where id = ${coa.id}`).rejects.toThrow(refused);
  });
});

describe('POST /api/v1/batches/{id}/coa', () => {
  const received = async () => {
    const other = await openTrade(stage);
    const mine = ok(
      await other.buyer.post<BatchBody>('/api/v1/batches', {
        product_id: other.product.id,
        batch_id: 'MINE-1',
      }),
    );
    return { ...other, mine };
  };

  test("takes a holder's certificate of its private batch, which says nothing of the product (201)", async () => {
    const { buyer, seller, product, mine } = await received();
    const before = ok(await seller.get<ProductBody>(`/api/v1/products/${product.id}`));
    const { status, body, text, headers } = await uploadBatchCoa(buyer, mine.id);
    expect(status, text).toBe(201);
    expect(headers.location).toBe(`/api/v1/batches/${mine.id}/coa`);
    expect(body).toMatchObject({ batch: mine.id, batch_id: 'MINE-1', product_id: product.id });
    expect((await batchOf(body, buyer)).has_coa).toBe(true);
    const path = new URL(body.download_url).pathname;
    expect((await buyer.get(path)).status).toBe(200);
    // The owner of the product sees nothing of it.
    const after = ok(await seller.get<ProductBody>(`/api/v1/products/${product.id}`));
    expect(after).toEqual(before);
    expectAbsent(await seller.get(`/api/v1/products/${product.id}/coa`));
    expectAbsent(await buyer.get(`/api/v1/products/${product.id}/coa`));
    expectAbsent(await seller.get(path));
    expectAbsent(await seller.get(`/api/v1/batches/${mine.id}/coa`));
    expectAbsent(await withdrawCoa(seller, body));
    ok(await withdrawCoa(buyer, body, 'Wrong file'));
    expect((await batchOf(body, buyer)).has_coa).toBe(false);
  });

  test("keeps a holder's certificate for that holder alone once the product's owner has the batch", async () => {
    const { buyer, seller, product, retailer, mine } = await received();
    const stockId = await createStock(db, retailer, product.variantId, 5);
    await createLot(buyer, stockId, 'MINE-1', 5);
    const filed = ok(await uploadBatchCoa(buyer, mine.id));
    const owners = ok(
      await seller.post<BatchBody>('/api/v1/batches', { product_id: product.id, batch_id: 'MINE-1' }),
    );
    expect(owners.has_coa).toBe(false);
    expectAbsent(await seller.get(`/api/v1/batches/${owners.id}/coa`));
    expectAbsent(await seller.get(new URL(filed.download_url).pathname));
    const still = ok(await buyer.get<CoaBody>(`/api/v1/batches/${mine.id}/coa`));
    expect(still).toMatchObject({ id: filed.id, batch: owners.id });
    const official = ok(await uploadBatchCoa(seller, owners.id));
    expect(ok(await buyer.get<CoaBody>(`/api/v1/batches/${mine.id}/coa`))).toMatchObject({
      id: official.id,
      history: [{ id: filed.id }],
    });
    expect(official.history).toEqual([]);
  });

  test("rejects a supplier's batch (403) and one that isn't seen (404); takes its own (201)", async () => {
    const other = await openTrade(stage);
    const lot = await createLot(other.seller, other.stockId, 'THEIRS-1', 10);
    expectAbsent(await uploadBatchCoa(other.buyer, lot.batch));
    await placeOrderIn(other, 'delivered', 2);
    expect(expectError(await uploadBatchCoa(other.buyer, lot.batch), 'FORBIDDEN')).toEqual({
      reason: 'not_your_product',
    });
    const { body } = await uploadBatchCoa(other.seller, lot.batch);
    expect(body).toMatchObject({ batch: lot.batch, batch_id: 'THEIRS-1' });
    const results = ok(
      await other.seller.get<ProductBody>(`/api/v1/products/${other.product.id}`),
    ).test_results;
    expect(results?.batch_id).toBe('THEIRS-1');
  });
});
