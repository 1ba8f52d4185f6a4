import type { BackorderView } from '../../server/features/orders/backorders/resource';
import { type Client, ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import { connect, createBusiness, createMember } from './business';
import { createStock } from './catalog';
import { type OrderBody, openTrade, type Trade } from './trade';

const PATH = '/api/v1/backorders';

/** What tests do with backorders on a stage. */
export function backordersOf(stage: Stage) {
  const { db } = stage;
  const list = async (client: Client, filter = '') =>
    ok(await client.get<{ data: BackorderView[] }>(`${PATH}?${filter}`)).data;
  const fill = ({ seller }: Pick<Trade, 'seller'>, ...ids: string[]) =>
    seller.post<OrderBody>(`${PATH}/fill`, { ids });
  const arrive = ({ wholesaler, product }: Pick<Trade, 'wholesaler' | 'product'>, units: number) =>
    createStock(db, wholesaler, product.variantId, units);
  const order = (
    { buyer, wholesaler, product }: Omit<Trade, 'retailer' | 'seller' | 'stockId'>,
    quantity: number,
  ) =>
    buyer.post<OrderBody>('/api/v1/orders', {
      wholesaler_id: wholesaler.id,
      items: [{ product_id: product.id, quantity }],
      shortage: 'backorder',
    });

  /** 24 units on an order, 12 on backorder, nothing left. */
  async function short(quantity = 36, options: Parameters<typeof openTrade>[1] = {}) {
    const trade = await openTrade(stage, { quantity: 24, ...options });
    const placed = ok(await order(trade, quantity));
    const [backorder] = await list(trade.buyer, `order_id=${placed.id}`);
    return { ...trade, placed, backorder: backorder as BackorderView };
  }

  /** Another buyer of the same seller. */
  async function another({ wholesaler }: Pick<Trade, 'wholesaler'>) {
    const retailer = await createBusiness(db, 'retailer');
    const [buyer] = await Promise.all([
      createMember(db, retailer, 'owner').then(stage.signIn),
      connect(db, retailer, wholesaler),
    ]);
    return { retailer, buyer };
  }
  return { list, fill, arrive, order, short, another };
}
