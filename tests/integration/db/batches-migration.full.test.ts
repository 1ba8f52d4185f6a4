import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { createProduct, createStock } from '../../factories/catalog';
import { type BatchBody, createLot } from '../../factories/lots';
import { openRecall, recallOf } from '../../factories/recalls';
import { openTrade, type Trade } from '../../factories/trade';
import { onDatabase, runCli } from '../../setup/cli';
import { type Client, ok } from '../../setup/client';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const FOLDER = 'server/platform/db/migrations';
const stage = await openStage();

async function migrate(name: string): Promise<void> {
  const file = readdirSync(FOLDER).find((one) => one.endsWith(`_${name}.sql`)) ?? '';
  const statements = readFileSync(join(FOLDER, file), 'utf8').split('--> statement-breakpoint');
  await stage.sql.begin(async (tx) => {
    for (const statement of statements) await tx.unsafe(statement);
  });
}

const batchOf = async (client: Client, id: string) =>
  ok(await client.get<BatchBody>(`/api/v1/batches/${id}`));

/** A batch as the migration of batch numbers left it: another spelling of one that exists. */
async function spelledAgain({ seller, product }: Trade, first: string, spelling: string) {
  const fields = { product_id: product.id, batch_id: `${spelling} of before` };
  const { id } = ok(await seller.post<BatchBody>('/api/v1/batches', fields));
  await stage.sql`update batches set batch_id = ${spelling}, duplicate_of = ${first} where id = ${id}`;
  return id;
}

test('spellings that differ in nothing are merged, old ids lead on, and the audit log says so; others stay', async () => {
  const trade = await openTrade(stage, { quantity: 100 });
  const { seller, stockId, product } = trade;
  const first = await createLot(seller, stockId, 'NB-1', 10, { package_tag: 'TAG-A' });
  const same = await spelledAgain(trade, first.batch, 'nb 1');
  const expires = await spelledAgain(trade, first.batch, 'nb1');
  const tested = await spelledAgain(trade, first.batch, 'Nb-1');
  const certified = await spelledAgain(trade, first.batch, 'nB-1');
  const held = await spelledAgain(trade, first.batch, 'NB/1');
  const packed = await spelledAgain(trade, first.batch, 'NB.1');
  await stage.sql`update batches set expires_on = '2099-01-01' where id = ${expires}`;
  await stage.sql`update batches set test_status = 'passed' where id = ${tested}`;
  await stage.sql`
    insert into product_coas (id, product_id, entity_id, lab, batch_id, batch, date, file_name, file_size, sha256, storage_key, uploaded_by)
    select ${v7()}, ${product.id}, p.entity_id, 'Juniper Labs', 'nB-1', ${certified}, '2026-01-01', 'a.pdf', 1, 'x', ${`x/${v7()}`}, ${v7()}
    from products p where p.id = ${product.id}`;
  ok(await seller.post(`/api/v1/batches/${held}/hold`, { reason: 'x' }));
  for (const [batch, tag] of [
    [same, 'TAG-B'],
    [packed, 'TAG-C'],
  ] as const) {
    const place = {
      variant_id: first.variant_id,
      location_id: trade.wholesaler.locationIds[0],
      room_type: 'vault',
    };
    ok(await seller.post('/api/v1/lots', { batch, package_tag: tag, quantity: 5, ...place }));
  }
  // Of one package each has a lot: merging them would rewrite the ledger.
  await stage.sql`update lots set package_tag = null where batch_id in (${first.batch}, ${packed})`;
  await migrate('merge_spellings');
  expect(await batchOf(seller, same)).toMatchObject({ id: first.batch, batch_id: 'NB-1', quantity: 15 });
  for (const id of [expires, tested, certified, held, packed]) {
    expect(await batchOf(seller, id)).toMatchObject({ id });
  }
  const { data } = ok(await seller.get<{ data: object[] }>(`/api/v1/audit?object_id=${first.batch}`));
  expect(data).toContainEqual(
    expect.objectContaining({
      action: 'batch.merged',
      before: { id: same, batch_id: 'nb 1' },
      after: { id: first.batch, batch_id: 'NB-1', lots: 1 },
    }),
  );
  await expectStockAddsUp(stage.sql);
});

test('a source that a holder named for another’s batch counts nowhere, and verify-ledger reports it', async () => {
  const { seller, buyer, stockId, retailer } = await openTrade(stage);
  const victim = await createLot(seller, stockId, 'FROZEN-1', 10);
  const own = await createProduct(stage.db, retailer);
  const source = await createLot(buyer, await createStock(stage.db, retailer, own.variantId, 5), 'OWN-1', 5);
  const claim = v7();
  await stage.sql`insert into lots (id, batch_id, entity_id, package_tag) values (${claim}, ${victim.batch}, ${retailer.id}, 'CLAIM')`;
  await stage.sql`insert into lot_sources (lot_id, source_lot_id, quantity) values (${claim}, ${source.id}, 1)`;
  const recall = await openRecall(buyer, source.batch, { include_derived: true });
  expect(recall.derived).toEqual([]);
  expect(await batchOf(seller, victim.batch)).toMatchObject({ held: null });
  expect(await recallOf(buyer, recall)).toMatchObject({ derived: [], derived_elsewhere: { batches: 0 } });
  const { stdout, stderr } = await runCli(onDatabase(stage.url), 'verify-ledger');
  expect(`${stdout}${stderr}`).toContain(
    `${retailer.id} lot ${claim}: its 1 sources don't count, another owns the product`,
  );
});
