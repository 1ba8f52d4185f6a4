import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { openTestDatabase, type TestDatabase } from '../../setup/database';

const FOLDER = 'server/platform/db/migrations';
const file = readdirSync(FOLDER).find((name) => name.endsWith('_keys_and_people.sql')) ?? '';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('keys from before lose the scopes of members, and know when their secrets were issued', async () => {
  const { db, sql } = database;
  const shop = await createBusiness(db, 'retailer');
  const { id: userId } = await createMember(db, shop, 'owner');
  await sql`alter table api_keys drop constraint api_keys_permissions`;
  await sql`alter table api_keys drop column issued_at`;
  const add = async (permissions: string[], rotated: boolean) => {
    const id = v7();
    await sql`insert into api_keys (id, entity_id, user_id, name, lookup, secret_hash, previous_hash, permissions, created_at, updated_at)
      values (${id}, ${shop.id}, ${userId}, 'x', ${id}, 'x', ${rotated ? 'y' : null}, ${permissions}, '2026-01-01', '2026-06-01')`;
    return id;
  };
  const wide = await add(['create:team', 'delete:team', 'read:orders', 'read:team', 'update:team'], false);
  const only = await add(['update:team'], false);
  const plain = await add(['read:orders'], true);
  const statements = readFileSync(join(FOLDER, file), 'utf8').split('--> statement-breakpoint');
  await sql.begin(async (tx) => {
    for (const statement of statements) await tx.unsafe(statement);
  });
  const rows = await sql`
    select id, permissions, issued_at::date::text as issued, updated_at > now() - interval '1 minute' as changed
    from api_keys`;
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
  expect(byId.get(wide)).toEqual({
    permissions: ['read:orders', 'read:team'],
    issued: '2026-01-01',
    changed: true,
  });
  expect(byId.get(only)).toEqual({ permissions: [], issued: '2026-01-01', changed: true });
  expect(byId.get(plain)).toEqual({ permissions: ['read:orders'], issued: '2026-06-01', changed: false });
});
