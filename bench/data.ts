import type postgres from 'postgres';
import { v7 } from 'uuid';
import { hashPassword } from '../server/features/auth/password/passwords';
import { JwtSigner, SESSION_SECONDS } from '../server/features/auth/tokens';

/** Products of the wholesaler; each has one variant, with stock in two rooms. */
const PRODUCTS = 1000;
const UNITS = 1_000_000_000;
/** Orders of three lines that the retailer has placed. */
const ORDERS = 1000;
/** Enough that no round exhausts the 300 requests a minute of one. */
const PRO_BUSINESSES = 400;
/** One for each client: sign-ins of one account wait for each other. */
const SIGN_INS = 64;

/** A caller: the ids that the bare server writes into its rows, and the token that ours requires. */
export interface Member {
  userId: string;
  name: string;
  entityId: string;
  entityName: string;
  token: string;
}

/** A business that sells, with what it has. */
interface Seller extends Member {
  itemIds: string[];
  productIds: string[];
}

export interface DataSet {
  /** Whose stock is adjusted and who get orders, the wholesaler first. */
  sellers: [Seller, ...Seller[]];
  /** Lists, reads and adjusts its stock. */
  wholesaler: Member;
  /** Orders from the wholesaler. */
  retailer: Member;
  itemIds: string[];
  productIds: string[];
  /** Of the wholesaler, delivered. */
  orderIds: string[];
  /** Businesses of the pro tier, each with the one item that it holds. */
  pros: Array<Member & { itemId: string }>;
  signIns: Array<{ email: string; password: string }>;
}

/** Fills an empty, migrated database: a buyer, connected with its sellers, and stock that agrees with its ledger. */
export async function insertData(sql: postgres.Sql, secret: string, sellers = 1): Promise<DataSet> {
  const signer = new JwtSigner(secret);
  const wholesaler = await insertMember(sql, signer, 'wholesaler', 'Northern Supply');
  const retailer = await insertMember(sql, signer, 'retailer', 'Corner Store');
  const stocked = async (member: Member): Promise<Seller> => {
    await connect(sql, member, retailer);
    const productIds = await insertCatalog(sql, member.entityId);
    return { ...member, productIds, itemIds: await insertStock(sql, member) };
  };
  const first = await stocked(wholesaler);
  const { itemIds, productIds } = first;
  const others: Seller[] = [];
  for (let n = 1; n < sellers; n++)
    others.push(await stocked(await insertMember(sql, signer, 'wholesaler', `Supply ${n}`)));
  const orderIds = await insertOrders(sql, wholesaler, retailer);
  const pros = await insertPros(sql, signer, productIds[0] as string);
  const signIns = await insertSignIns(sql, retailer);
  await sql`vacuum analyze`;
  return { sellers: [first, ...others], wholesaler, retailer, itemIds, productIds, orderIds, pros, signIns };
}

export async function connect(sql: postgres.Sql, seller: Member, buyer: Member): Promise<void> {
  await sql`
    insert into connections (id, requester_id, target_id, status, responded_at)
    values (uuidv7(), ${buyer.entityId}, ${seller.entityId}, 'accepted', now())`;
}

/** A business with one location, and its owner. */
export async function insertMember(
  sql: postgres.Sql,
  signer: JwtSigner,
  type: 'wholesaler' | 'retailer',
  entityName: string,
  tier: 'enterprise' | 'pro' = 'enterprise',
): Promise<Member> {
  const [entityId, userId] = [v7(), v7()];
  const name = `Owner of ${entityName}`;
  const email = `${entityName.toLowerCase().replaceAll(' ', '-')}@bench.test`;
  await sql`
    insert into entities (id, type, tier, name, legal_name, license_number, license_expiry, street, city, state, zip,
      contact_email, timezone, tax_rate_bps)
    values (${entityId}, ${type}, ${tier}, ${entityName}, ${entityName}, 'C10-0000001', current_date + 365,
      '1 Main St', 'Oakland', 'CA', '94601', ${email}, 'America/Los_Angeles', 825)`;
  await sql`
    insert into locations (id, entity_id, name, street, city, state, zip)
    values (uuidv7(), ${entityId}, 'First place', '1 Main St', 'Oakland', 'CA', '94601')`;
  await sql`
    insert into users (id, entity_id, email, name, password_hash, team_role)
    values (${userId}, ${entityId}, ${email}, ${name}, 'not a hash', 'owner')`;
  return { userId, name, entityId, entityName, token: await signedIn(sql, signer, userId) };
}

/** Opens a session of a member. @returns its token */
export async function signedIn(sql: postgres.Sql, signer: JwtSigner, userId: string): Promise<string> {
  const [sessionId, tokenId] = [v7(), v7()];
  await sql`
    insert into sessions (id, user_id, channel, refresh_jti, rotated_at, expires_at, address)
    values (${sessionId}, ${userId}, 'api', uuidv7(), now(), now() + interval '30 days', '127.0.0.1')`;
  return signer.sign('access', { sessionId, tokenId }, new Date(), SESSION_SECONDS);
}

/** Products of a business, each with one variant. @returns their ids */
export async function insertCatalog(sql: postgres.Sql, entityId: string): Promise<string[]> {
  const products = await sql<{ id: string }[]>`
    insert into products (id, entity_id, name, brand, category)
    select uuidv7(), ${entityId}, 'Product ' || to_char(n, 'FM0000'), 'Brand ' || n % 40,
      (array['flower', 'edibles', 'concentrates', 'accessories'])[1 + n % 4]
    from generate_series(1, ${PRODUCTS}) n
    returning id`;
  await sql`
    insert into product_variants (id, product_id, entity_id, name, sku, price_cents, wholesale_price_cents, position)
    select uuidv7(), p.id, p.entity_id, '3.5 g', 'SKU-' || right(p.name, 4), 3999, 2049, 0 from products p
    where p.entity_id = ${entityId}`;
  return products.map((product) => product.id);
}

/** Stock of each product of a business in two rooms. @returns the ids of its rows */
export async function insertStock(sql: postgres.Sql, owner: Member): Promise<string[]> {
  const items = await sql<{ id: string }[]>`
    insert into inventory_items (id, entity_id, location_id, room_type, product_id, product_name, variant_id, sku,
      quantity, unit_cost_cents)
    select uuidv7(), p.entity_id, l.id, room, p.id, p.name, v.id, v.sku, ${UNITS}, 1225
    from products p join product_variants v on v.product_id = p.id join locations l on l.entity_id = p.entity_id,
      unnest(array['vault', 'sales_floor']) room
    where p.entity_id = ${owner.entityId}
    returning id`;
  await sql`
    insert into inventory_movements (id, entity_id, item_id, reason_code, delta, reserved_delta, quantity_after,
      reserved_after, actor_id, actor_name, source_type, request_id)
    select uuidv7(), entity_id, id, 'AUDIT', quantity, 0, quantity, 0, ${owner.userId}, ${owner.name}, 'count', 'bench'
    from inventory_items where entity_id = ${owner.entityId}`;
  return items.map((item) => item.id);
}

/** Placed over the last year, eight hours apart. @param series of their numbers, one digit @returns their ids */
export async function insertOrders(
  sql: postgres.Sql,
  seller: Member,
  buyer: Member,
  series = 0,
): Promise<string[]> {
  const orders = await sql<{ id: string }[]>`
    insert into orders (id, order_number, status, wholesaler_id, retailer_id, receiving_location_id, units, subtotal_cents,
      tax_rate_bps, tax_cents, total_cents, created_by, created_at)
    select uuidv7(), 'ORD-20260101-' || to_char(${series}::int * 100000 + n, 'FM000000'), 'delivered', ${seller.entityId}, ${buyer.entityId},
      (select id from locations where entity_id = ${buyer.entityId}), 6, 12294, 825, 1014, 13308, ${buyer.userId},
      now() - make_interval(hours => 8 * n)
    from generate_series(1, ${ORDERS}) n returning id`;
  await sql`
    insert into order_items (id, order_id, retailer_id, product_id, variant_id, product_name, sku, quantity, shipped_quantity,
      received_quantity, unit_price_cents, total_cents, position)
    select uuidv7(), o.id, ${buyer.entityId}, p.product_id, p.variant_id, p.product_name, p.sku, line, line, line, 2049, line * 2049, line - 1
    from (select id, row_number() over (order by id) as n from orders) o cross join generate_series(1, 3) line
    join (select v.product_id, v.id as variant_id, p.name as product_name, v.sku, row_number() over (order by v.id) as n
        from product_variants v join products p on p.id = v.product_id where v.entity_id = ${seller.entityId}) p
      on p.n = 1 + (3 * o.n + line) % ${PRODUCTS}`;
  return orders.map((order) => order.id);
}

/** Each holds one row of the same product. */
async function insertPros(sql: postgres.Sql, signer: JwtSigner, productId: string): Promise<DataSet['pros']> {
  const pros: Member[] = [];
  for (let n = 0; n < PRO_BUSINESSES; n++)
    pros.push(await insertMember(sql, signer, 'retailer', `Pro ${n}`, 'pro'));
  const items = await sql<{ id: string; entity_id: string }[]>`
    insert into inventory_items (id, entity_id, location_id, room_type, product_id, product_name, variant_id, sku,
      quantity, unit_cost_cents)
    select uuidv7(), l.entity_id, l.id, 'vault', p.id, p.name, v.id, v.sku, 100, 2049
    from locations l, products p join product_variants v on v.product_id = p.id
    where p.id = ${productId} and l.entity_id = any(${pros.map((pro) => pro.entityId)}) returning id, entity_id`;
  const itemOf = new Map(items.map(({ id, entity_id }) => [entity_id, id]));
  return pros.map((pro) => ({ ...pro, itemId: itemOf.get(pro.entityId) as string }));
}

/** Members of a business who sign in with a password; one hash serves all, as its cost is the same. */
async function insertSignIns(sql: postgres.Sql, { entityId }: Member): Promise<DataSet['signIns']> {
  const password = 'a password of the benchmark';
  const hash = await hashPassword(password);
  const rows = await sql<{ email: string }[]>`
    insert into users (id, entity_id, email, name, password_hash, team_role)
    select uuidv7(), ${entityId}, 'member-' || n || '@bench.test', 'Member ' || n, ${hash}, 'viewer'
    from generate_series(1, ${SIGN_INS}) n returning email`;
  return rows.map(({ email }) => ({ email, password }));
}
