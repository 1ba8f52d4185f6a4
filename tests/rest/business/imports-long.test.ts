import { expect, test } from 'vitest';
import { type LeasedImport, takeImport } from '../../../server/features/imports/running/leased-import';
import { importLeases } from '../../../server/features/imports/running/leased-import.sql';
import { createBusiness, createMember } from '../../factories/business';
import { applyImport, checkCsv, type ImportBody, settled } from '../../factories/imports';
import { ok } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const LINES = 700;
/** Each line takes a little, so that there is a middle to be stopped in. */
const SLOWED = `
  create or replace function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.01); return new; end $$;
  create trigger slowed before insert on product_variants for each row execute function slowly();`;

async function cultivator() {
  const business = await createBusiness(db, 'cultivator');
  return { business, owner: await stage.signIn(await createMember(db, business, 'owner')) };
}

function catalog(prefix: string): string {
  const lines = Array.from({ length: LINES }, (_, n) => `${prefix} ${n},flower,${prefix}-${n},10`);
  return `name,category,sku,price\n${lines.join('\n')}\n`;
}

test('DELETE stops an import that is being applied at once: what was applied stays, is said, and is not applied again', {
  timeout: 300_000,
}, async () => {
  const { business, owner } = await cultivator();
  const { id, counts } = await checkCsv(owner, 'products', catalog('Stop'));
  expect(counts.create).toBe(LINES);
  await sql.unsafe(SLOWED);
  ok(await owner.post(`/api/v1/imports/${id}/apply`));
  await expect
    .poll(async () => ok(await owner.get<ImportBody>(`/api/v1/imports/${id}`)).processed, { timeout: 30_000 })
    .toBeGreaterThan(0);
  const began = performance.now();
  expect((await owner.delete(`/api/v1/imports/${id}`)).status).toBe(204);
  const stopped = ok(await owner.get<ImportBody>(`/api/v1/imports/${id}`));
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(stopped).toMatchObject({ status: 'failed', error: { code: 'stopped' } });
  expect(stopped.processed).toBeLessThan(LINES);
  expect(stopped.error?.message).toContain(`after ${stopped.processed} of ${LINES} lines`);
  await sql.unsafe('drop trigger slowed on product_variants');

  const productsNow = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int from products where entity_id = ${business.id}`;
    return row?.count;
  };
  const reported = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int from events where entity_id = ${business.id} and type = 'product.created'`;
    return row?.count;
  };
  // The batch that ran meanwhile has left nothing.
  await expect.poll(productsNow).toBe(stopped.processed);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await productsNow()).toBe(stopped.processed);
  await expect.poll(reported).toBe(stopped.processed);

  expect(await applyImport(owner, id, 240_000)).toMatchObject({
    status: 'completed',
    processed: LINES,
    error: null,
  });
  expect(await productsNow()).toBe(LINES);
  await expect.poll(reported).toBe(LINES);
  expectError(await owner.delete(`/api/v1/imports/${id}`), 'CONFLICT');
});

test("a run's lease is renewed while its batch is long, and no second process takes a run that is alive", async () => {
  const { owner } = await cultivator();
  const { id } = await checkCsv(owner, 'products', catalog('Lease'));
  await sql`update imports set status = 'applying', applied_at = now(), lease_token = null, lease_until = now() where id = ${id}`;
  const run = (await takeImport(db, id)) as LeasedImport;
  await db.transaction(async (tx) => {
    await importLeases.hold(tx, run);
    // As after minutes of work without a renewal.
    await sql`update imports set lease_until = now() - interval '1 hour' where id = ${id}`;
    expect(await takeImport(db, id)).toBeNull();
    await importLeases.renew(db, run);
    const [row] = await sql<{ alive: boolean }[]>`
      select lease_until > now() + interval '10 seconds' as alive from imports where id = ${id}`;
    expect(row?.alive).toBe(true);
  });
  expect(await takeImport(db, id)).toBeNull();
  await sql`update imports set lease_until = now() - interval '1 second' where id = ${id}`;
  const other = await takeImport(db, id);
  expect(other?.token).not.toBe(run.token);
  await expect(importLeases.renew(db, run)).rejects.toThrow();
  await sql`update imports set status = 'failed' where id = ${id}`;
  await settled(owner, id);
});
