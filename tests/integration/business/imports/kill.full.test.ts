import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { checkCsv, settled, uploadCsv } from '../../../factories/imports';
import { Client, ok, signIn } from '../../../setup/client';
import { openTestDatabase } from '../../../setup/database';
import { expectStockAddsUp } from '../../../setup/invariants';
import { startServer } from '../../../setup/server';

const database = await openTestDatabase();
const { db, sql } = database;
const folder = await mkdtemp(join(tmpdir(), 'tallyleaf-imports-'));
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const ITEMS = 3000;
/** Each statement on the lines takes a little, so that there is a middle to be killed in. */
const SLOWED = `
  create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.001); return new; end $$;
  create trigger slowed before insert or update on import_lines for each row execute function slowly();`;

test('kill -9 while files are checked and applied: after a new start each line counts once', {
  timeout: 240_000,
}, async () => {
  const shop = await createBusiness(db, 'retailer');
  const skus: string[] = [];
  for (let i = 0; i < 30; i++) {
    const product = await createProduct(db, shop, { prices: Array.from({ length: ITEMS / 30 }, () => 1000) });
    for (const { id, sku } of product.variants) {
      skus.push(sku);
      if (skus.length % 3 === 0) await createStock(db, shop, id, 10);
    }
  }
  const owner = await createMember(db, shop, 'owner');
  const content = `sku,quantity_change,reason_code\n${skus.map((sku) => `${sku},2,RETURN`).join('\n')}\n`;
  const first = await startServer(database.url, { DATA_DIR: folder });
  const client = await signIn(first.url, owner);
  const applying = await checkCsv(client, 'inventory', content);
  expect(applying.counts).toMatchObject({ adjust: ITEMS / 3, create: (ITEMS * 2) / 3, error: 0 });

  await sql.unsafe(SLOWED);
  const checking = ok(await uploadCsv(client, 'inventory', content));
  ok(await client.post(`/api/v1/imports/${applying.id}/apply`));
  const processed = async (id: string) => {
    const [row] = await sql<{ processed: number; status: string }[]>`
      select processed, status from imports where id = ${id}`;
    return row ?? { processed: 0, status: '' };
  };
  await expect
    .poll(
      async () => {
        const both = await Promise.all([processed(applying.id), processed(checking.id)]);
        return Math.min(...both.map((row) => row.processed));
      },
      { timeout: 60_000, interval: 10 },
    )
    .toBeGreaterThan(400);
  first.child.kill('SIGKILL');
  await first.exited;
  expect(await processed(applying.id)).toMatchObject({ status: 'applying' });
  expect((await processed(applying.id)).processed).toBeLessThan(ITEMS);
  expect(await processed(checking.id)).toMatchObject({ status: 'checking' });

  const second = await startServer(database.url, { DATA_DIR: folder });
  try {
    const again = new Client(second.url, client.tokens);
    expect(await settled(again, applying.id, 120_000)).toMatchObject({
      status: 'completed',
      processed: ITEMS,
      total: ITEMS,
      counts: { adjust: ITEMS / 3, create: (ITEMS * 2) / 3, error: 0, unchanged: 0, update: 0 },
    });
    expect(await settled(again, checking.id, 120_000)).toMatchObject({ status: 'ready', processed: ITEMS });
    const [moved] = await sql<{ n: number; items: number }[]>`
      select count(*)::int as n, count(distinct item_id)::int as items from inventory_movements
      where source_type = 'import' and source_id = ${applying.id}`;
    expect(moved).toEqual({ n: ITEMS, items: ITEMS });
    const quantities = await sql<{ quantity: number; n: number }[]>`
      select quantity, count(*)::int as n from inventory_items where entity_id = ${shop.id} group by 1 order by 1`;
    expect([...quantities]).toEqual([
      { quantity: 2, n: (ITEMS * 2) / 3 },
      { quantity: 12, n: ITEMS / 3 },
    ]);
    const [lines] = await sql<{ n: number }[]>`
      select count(*)::int as n from import_lines where import_id = ${checking.id}`;
    expect(lines?.n).toBe(ITEMS);
    await expectStockAddsUp(sql);
    expect(second.takeFaults()).toEqual([]);
  } finally {
    await second.stop();
  }
});
