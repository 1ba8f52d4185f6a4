import type postgres from 'postgres';
import { v7 } from 'uuid';
import { ACCESS_SECONDS, JwtSigner } from '../server/features/auth/tokens';

/** Products of the wholesaler; each has one variant, with stock in two rooms. */
const PRODUCTS = 1000;
const UNITS = 1_000_000_000;

/** A caller: the ids that the bare server writes into its rows, and the token that ours requires. */
export interface Member {
  userId: string;
  name: string;
  entityId: string;
  entityName: string;
  token: string;
}

export interface DataSet {
  /** Lists, reads and adjusts its stock. */
  wholesaler: Member;
  /** Orders from the wholesaler. */
  retailer: Member;
  itemIds: string[];
  productIds: string[];
}

/** Fills an empty, migrated database: two connected businesses, and stock that agrees with its ledger. */
export async function insertData(sql: postgres.Sql, secret: string): Promise<DataSet> {
  const signer = new JwtSigner(secret);
  const wholesaler = await insertMember(sql, signer, 'wholesaler', 'Northern Supply');
  const retailer = await insertMember(sql, signer, 'retailer', 'Corner Store');
  await sql`
    insert into connections (id, requester_id, target_id, status, responded_at)
    values (uuidv7(), ${retailer.entityId}, ${wholesaler.entityId}, 'accepted', now())`;
  const productIds = await insertCatalogue(sql, wholesaler.entityId);
  const itemIds = await insertStock(sql, wholesaler);
  await sql`vacuum analyze`;
  return { wholesaler, retailer, itemIds, productIds };
}

/** A business with one location, and its owner. */
export async function insertMember(
  sql: postgres.Sql,
  signer: JwtSigner,
  type: 'wholesaler' | 'retailer',
  entityName: string,
): Promise<Member> {
  const [entityId, userId, sessionId, tokenId] = [v7(), v7(), v7(), v7()];
  const name = `Owner of ${entityName}`;
  await sql`
    insert into entities (id, type, tier, name, legal_name, license_number, license_expiry, street, city, state, zip,
      contact_email, timezone, tax_rate_bps)
    values (${entityId}, ${type}, 'enterprise', ${entityName}, ${entityName}, 'C10-0000001', current_date + 365,
      '1 Main St', 'Oakland', 'CA', '94601', ${`${type}@bench.test`}, 'America/Los_Angeles', 825)`;
  await sql`
    insert into locations (id, entity_id, name, street, city, state, zip)
    values (uuidv7(), ${entityId}, 'First place', '1 Main St', 'Oakland', 'CA', '94601')`;
  await sql`
    insert into users (id, entity_id, email, name, password_hash, team_role)
    values (${userId}, ${entityId}, ${`${type}@bench.test`}, ${name}, 'not a hash', 'owner')`;
  await sql`
    insert into sessions (id, user_id, channel, refresh_jti, rotated_at, expires_at, address)
    values (${sessionId}, ${userId}, 'api', uuidv7(), now(), now() + interval '1 day', '127.0.0.1')`;
  const token = await signer.sign('access', { sessionId, tokenId }, new Date(), ACCESS_SECONDS);
  return { userId, name, entityId, entityName, token };
}

async function insertCatalogue(sql: postgres.Sql, entityId: string): Promise<string[]> {
  const products = await sql<{ id: string }[]>`
    insert into products (id, entity_id, name, brand, category)
    select uuidv7(), ${entityId}, 'Product ' || to_char(n, 'FM0000'), 'Brand ' || n % 40,
      (array['flower', 'edibles', 'concentrates', 'accessories'])[1 + n % 4]
    from generate_series(1, ${PRODUCTS}) n
    returning id`;
  await sql`
    insert into product_variants (id, product_id, entity_id, name, sku, price_cents, wholesale_price_cents, position)
    select uuidv7(), p.id, p.entity_id, '3.5 g', 'SKU-' || right(p.name, 4), 3999, 2049, 0 from products p`;
  return products.map((product) => product.id);
}

async function insertStock(sql: postgres.Sql, owner: Member): Promise<string[]> {
  const items = await sql<{ id: string }[]>`
    insert into inventory_items (id, entity_id, location_id, room_type, product_id, product_name, variant_id, sku,
      quantity, unit_cost_cents)
    select uuidv7(), p.entity_id, l.id, room, p.id, p.name, v.id, v.sku, ${UNITS}, 1225
    from products p join product_variants v on v.product_id = p.id join locations l on l.entity_id = p.entity_id,
      unnest(array['vault', 'sales_floor']) room
    returning id`;
  await sql`
    insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta, quantity_after,
      reserved_after, actor_id, actor_name, source_type, request_id)
    select uuidv7(), entity_id, id, 'AUDIT', quantity, 0, quantity, 0, ${owner.userId}, ${owner.name}, 'count', 'bench'
    from inventory_items`;
  return items.map((item) => item.id);
}
