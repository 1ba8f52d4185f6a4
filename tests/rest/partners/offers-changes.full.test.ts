import { describe, expect, test } from 'vitest';
import { connect, createBusiness, createMember } from '../../factories/business';
import { openTrade, type ProductBody } from '../../factories/trade';
import { type Client, ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const PATH = '/api/v1/offers';

type Synced = { data: ProductBody[]; as_of: string };
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
/** `updated_since` reaches a little back, so that nothing is missed. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 400));

/** A program that reads again what changed, and what a unit costs it then. */
function follow(client: Client) {
  let since = '';
  return async () => {
    const query = since ? `?updated_since=${since}` : '';
    const { data, as_of } = ok(await client.get<Synced>(`/api/v1/products${query}`));
    since = as_of;
    return data.map(({ variants }) => variants[0]?.wholesale_price);
  };
}

/** A seller with two buyers, both of which have read everything. */
async function openFollowed() {
  const trade = await openTrade(stage, { prices: [2000] });
  const shop = await createBusiness(db, 'retailer');
  const other = await createMember(db, shop, 'owner').then(stage.signIn);
  await connect(db, shop, trade.wholesaler);
  const [mine, theirs] = [follow(trade.buyer), follow(other)];
  /** Reads until nothing is new. */
  const catchUp = async () => {
    for (let n = 0; n < 2; n++) {
      await Promise.all([mine(), theirs()]);
      await settle();
    }
    expect([await mine(), await theirs()]).toEqual([[], []]);
  };
  const make = async (fields: object) =>
    ok(
      await trade.seller.post<{ id: string }>(PATH, {
        name: 'Drop',
        ends_at: inMs(3_600_000),
        items: [{ variant_id: trade.product.variantId, ladder: [{ min_amount: 1, unit_price: 12 }] }],
        ...fields,
      }),
    );
  await catchUp();
  return { ...trade, shop, mine, theirs, catchUp, make };
}

describe('what a program reads again after an offer', () => {
  test('was deleted, for the buyers it named alone', async () => {
    const { seller, retailer, mine, theirs, catchUp, make } = await openFollowed();
    const { id } = await make({ buyers: [retailer.id] });
    expect([await mine(), await theirs()]).toEqual([[12], []]);
    await catchUp();
    ok(await seller.delete(`${PATH}/${id}`));
    expect([await mine(), await theirs()]).toEqual([[20], []]);
  });

  test('names a buyer no longer, or is put off again', async () => {
    const { seller, retailer, shop, mine, theirs, catchUp, make } = await openFollowed();
    const { id } = await make({ audience: 'all' });
    expect([await mine(), await theirs()]).toEqual([[12], [12]]);
    await catchUp();
    ok(await seller.patch(`${PATH}/${id}`, { audience: 'chosen', buyers: [retailer.id, shop.id] }));
    await catchUp();
    ok(await seller.patch(`${PATH}/${id}`, { buyers: [shop.id] }));
    expect(await mine()).toEqual([20]);
    await catchUp();
    ok(await seller.patch(`${PATH}/${id}`, { starts_at: inMs(1_800_000) }));
    expect([await mine(), await theirs()]).toEqual([[], [20]]);
  });

  test('lost an item', async () => {
    const { seller, retailer, product, mine, catchUp, make } = await openFollowed();
    const { id } = await make({ buyers: [retailer.id] });
    await catchUp();
    ok(await seller.patch(`${PATH}/${id}`, { items: [{ variant_id: product.variantId }] }));
    expect(await mine()).toEqual([20]);
  });

  test('began and ended by itself, and nothing while it was only planned', async () => {
    const { retailer, mine, theirs, catchUp, make } = await openFollowed();
    const { id } = await make({ buyers: [retailer.id], starts_at: inMs(3_000_000) });
    expect([await mine(), await theirs()]).toEqual([[], []]);
    await catchUp();
    // As if an hour had passed: no row of the offer is written when it begins or ends.
    await sql`update offers set starts_at = now() where id = ${id}`;
    expect([await mine(), await theirs()]).toEqual([[12], []]);
    await catchUp();
    await sql`update offers set ends_at = now() where id = ${id}`;
    expect([await mine(), await theirs()]).toEqual([[20], []]);
  });
});
