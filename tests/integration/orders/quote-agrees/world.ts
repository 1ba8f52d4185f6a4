import { createOpeningBalance } from '../../../factories/billing';
import { createLocation, createMember } from '../../../factories/business';
import { createProduct, createStock, type TestProduct, type TestVariant } from '../../../factories/catalog';
import { createLot } from '../../../factories/lots';
import { givePriceList } from '../../../factories/prices';
import { openTrade, placeOrder, type Trade } from '../../../factories/trade';
import { createWeighed, type Weighed } from '../../../factories/weights';
import { type Client, ok } from '../../../setup/client';
import type { Stage } from '../../../setup/stage';

/** Who places an order: of either party, with and without the rights that it takes. */
export const CALLERS = ['buyer', 'buyerLimited', 'seller', 'sellerManager'] as const;
export type Caller = (typeof CALLERS)[number];

/** A seller, a buyer and goods of every kind that a sale may meet; a case changes their state, none its stock for good. */
export interface World {
  trade: Trade;
  callers: Record<Caller, Client>;
  goods: {
    plain: TestProduct;
    /** Two variants: in lots, and by the case of four. */
    packed: TestProduct;
    weighed: Weighed;
    /** In another place of the seller alone. */
    remote: TestProduct;
    bare: TestProduct;
    offered: TestProduct;
  };
  /** The buyer's second place, where its limited member receives. */
  otherPlace: string;
  remotePlace: string;
  listId: string;
  ruleId: string;
}

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Opens a world in which one order is pending, and one invoice of $100 is overdue. */
export async function openWorld(stage: Stage): Promise<World> {
  const { db, sql } = stage;
  const trade = await openTrade(stage, { prices: [1000], quantity: 40 });
  const { wholesaler, retailer, seller } = trade;
  const [otherPlace, remotePlace] = await Promise.all([
    createLocation(db, retailer.id, 1),
    createLocation(db, wholesaler.id, 1),
  ]);
  const packed = await createProduct(db, wholesaler, { prices: [1250, 333], name: 'Packed' });
  const [inLots, byCase] = packed.variants as [TestVariant, TestVariant];
  await sql`update product_variants set case_size = 4 where id = ${byCase.id}`;
  const lotStock = await createStock(db, wholesaler, inLots.id, 16);
  await createLot(seller, lotStock, `EARLY-${wholesaler.id}`, 6, { expires_on: inDays(12) });
  await createLot(seller, lotStock, `LATE-${wholesaler.id}`, 6, { expires_on: inDays(300) });
  await createStock(db, wholesaler, byCase.id, 15);
  const weighed = await createWeighed(trade, { unit: 'g', step: 0.5, price: 4, steps: 60 });
  const remote = await createProduct(db, wholesaler, { prices: [2000] });
  await createStock(db, wholesaler, remote.variantId, 10, { locationId: remotePlace });
  const bare = await createProduct(db, wholesaler, { prices: [] });
  const offered = await createProduct(db, wholesaler, { prices: [700], visibility: 'offered' });
  await createStock(db, wholesaler, offered.variantId, 10);
  const listId = await givePriceList(
    db,
    { seller: wholesaler, buyer: retailer },
    {
      [trade.product.variantId]: [
        [1, 900],
        [10, 750],
      ],
    },
  );
  const rule = { name: 'By weight', basis: 'weight', amount: 5, weight_unit: 'oz', starts_on: inDays(300) };
  const { id: ruleId } = ok(await seller.post<{ id: string }>('/api/v1/tax-rules', rule));
  await createOpeningBalance(db, { seller: wholesaler, buyer: retailer }, 10_000, -30);
  await placeOrder(trade, 1, { external_ids: { crm: 'taken' } });
  const member = async (
    ...asked: Parameters<typeof createMember> extends [unknown, ...infer R] ? R : never
  ) => stage.signIn(await createMember(db, ...asked));
  return {
    trade,
    callers: {
      buyer: trade.buyer,
      buyerLimited: await member(retailer, 'manager', [otherPlace]),
      seller,
      sellerManager: await member(wholesaler, 'manager'),
    },
    goods: { plain: trade.product, packed, weighed, remote, bare, offered },
    ...{ otherPlace, remotePlace, listId, ruleId },
  };
}
