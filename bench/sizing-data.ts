import type postgres from 'postgres';
import { JwtSigner } from '../server/features/auth/tokens';
import { connect, type DataSet, insertCatalog, insertMember, insertOrders, insertStock } from './data';
import type { ScenarioName } from './options';
import { type BenchRequest, type Scenario, scenariosOf } from './scenarios';

export const BUSINESSES = 10;
/** What members and programs of a business do, as often as it is listed: one request in five writes. */
const MIX: readonly ScenarioName[] = [
  ...(['item', 'list', 'one-order', 'item', 'adjust', 'item', 'orders-any', 'list-any'] as const),
  ...(['item', 'one-order', 'adjust', 'item', 'list', 'order', 'one-order', 'item'] as const),
  ...(['orders', 'list', 'item', 'adjust'] as const),
];

/** A wholesaler and its buyer: 2,000 rows of stock, 1,000 orders. */
export type Business = Omit<DataSet, 'pros' | 'signIns'>;

export async function insertBusinesses(sql: postgres.Sql, secret: string): Promise<Business[]> {
  const signer = new JwtSigner(secret);
  const businesses: Business[] = [];
  for (let n = 0; n < BUSINESSES; n++) {
    const wholesaler = await insertMember(sql, signer, 'wholesaler', `Supplier ${n}`);
    const retailer = await insertMember(sql, signer, 'retailer', `Shop ${n}`);
    await connect(sql, wholesaler, retailer);
    const productIds = await insertCatalog(sql, wholesaler.entityId);
    const itemIds = await insertStock(sql, wholesaler);
    const orderIds = await insertOrders(sql, wholesaler, retailer, n);
    const sellers: Business['sellers'] = [{ ...wholesaler, productIds, itemIds }];
    businesses.push({ sellers, wholesaler, retailer, productIds, itemIds, orderIds });
  }
  await sql`vacuum analyze`;
  return businesses;
}

/** The nth request of the mix, of one business after another. */
export function mixOf(businesses: readonly Business[]): (n: number) => BenchRequest {
  const scenarios = businesses.map((one) => scenariosOf({ ...one, pros: [], signIns: [] }));
  return (n) => {
    const own = scenarios[n % scenarios.length] as Scenario[];
    const turn = Math.floor(n / scenarios.length);
    const name = MIX[turn % MIX.length];
    return (own.find((one) => one.name === name) as Scenario).request(0, 1, turn);
  };
}

/** The largest lists of a business, again and again. */
export function heavyOf({ wholesaler }: Business): () => BenchRequest {
  const headers = { authorization: `Bearer ${wholesaler.token}` };
  return () => ({ method: 'GET', path: '/api/v1/inventory?limit=500&search=duct', headers });
}
