import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { TransferList } from '../../../server/features/inventory/transfers/resource';
import type { Transfer } from '../../../server/features/inventory/transfers/schema';
import { createMember } from '../../factories/business';
import { createProduct, createStock } from '../../factories/catalog';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db } = stage;
const PATH = '/api/v1/inventory/transfers';
type Body = z.infer<typeof TransferList>;

/** A wholesaler with two locations and a vault of 100 units of each of two products in the first. */
async function open() {
  const trade = await openTrade(stage, { wholesaler: { locationCount: 2 } });
  const [here, there] = trade.wholesaler.locationIds as unknown as [string, string];
  const stocks: string[] = [];
  for (const _ of [1, 2]) {
    const { variantId } = await createProduct(db, trade.wholesaler);
    stocks.push(await createStock(db, trade.wholesaler, variantId, 100));
  }
  type To = { at?: string; room?: string; notes?: string };
  const move = async (items: readonly string[], { at = here, room = 'sales_floor', notes }: To = {}) => {
    const lines = items.map((inventory_id) => ({
      inventory_id,
      to_location_id: at,
      to_room_type: room,
      quantity: 3,
    }));
    return ok(await trade.seller.post<z.infer<typeof Transfer>>(PATH, { lines, notes }));
  };
  return { trade, here, there, stocks, move };
}

test('lists transfers newest first, with units, rooms and the first variant (200)', async () => {
  const { trade, here, there, stocks, move } = await open();
  const first = await move(stocks, { notes: 'For the weekend' });
  const second = await move([stocks[0] ?? ''], { at: there, room: 'vault' });
  const { status, body } = await trade.seller.get<Body>(PATH);
  expect(status).toBe(200);
  expect(body.pagination).toMatchObject({ total: 2, has_more: false, next_cursor: null });
  expect(body.data).toMatchObject([
    {
      id: second.id,
      units: 3,
      variants: 1,
      notes: null,
      from: [{ location_id: here, room_type: 'vault' }],
      to: [{ location_id: there, room_type: 'vault' }],
    },
    {
      id: first.id,
      units: 6,
      variants: 2,
      notes: 'For the weekend',
      actor: { id: trade.seller.tokens?.user.id },
      from: [{ location_id: here, room_type: 'vault' }],
      to: [{ location_id: here, room_type: 'sales_floor' }],
      created_at: first.created_at,
      updated_at: first.created_at,
    },
  ]);
  const variants = first.data.map(({ variant_id }) => variant_id);
  expect(variants).toContain(body.data[1]?.first.variant_id);
});

test('pages by cursor without skipping what is moved meanwhile, and resumes by updated_since', async () => {
  const { trade, stocks, move } = await open();
  const ids: string[] = [];
  for (const stock of [...stocks, ...stocks]) ids.unshift((await move([stock])).id);
  const first = ok(await trade.seller.get<Body>(`${PATH}?limit=2`));
  const late = await move([stocks[0] ?? '']);
  const { next_cursor } = first.pagination;
  const rest = ok(await trade.seller.get<Body>(`${PATH}?limit=2&cursor=${next_cursor}`));
  expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids);
  expect(rest.pagination).toMatchObject({ total: null, has_more: false });
  const since = ok(await trade.seller.get<Body>(`${PATH}?updated_since=${first.as_of}`));
  expect(since.data[0]?.id).toBe(late.id);
});

test('shows a limited member the transfers at their locations, and of each what it did there', async () => {
  const { trade, here, there, stocks, move } = await open();
  await move([stocks[0] ?? '']);
  const across = await move([stocks[1] ?? ''], { at: there, room: 'vault' });
  const viewer = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer', [there]));
  const seen = ok(await viewer.get<Body>(PATH));
  expect(seen.pagination.total).toBe(1);
  expect(seen.data).toMatchObject([
    { id: across.id, units: 3, from: [], to: [{ location_id: there, room_type: 'vault' }] },
  ]);
  expect(ok(await viewer.get<Body>(`${PATH}?location_id=${there}`)).data).toHaveLength(1);
  // The filter tells no more than the list: not where the units came from.
  expect(ok(await viewer.get<Body>(`${PATH}?location_id=${here}`)).data).toEqual([]);
});

test('filters by location, and lists nothing of another business', async () => {
  const { trade, here, there, stocks, move } = await open();
  await move([stocks[0] ?? '']);
  const across = await move([stocks[1] ?? ''], { at: there, room: 'vault' });
  const idsAt = async (location: string) =>
    ok(await trade.seller.get<Body>(`${PATH}?location_id=${location}`)).data.map(({ id }) => id);
  expect(await idsAt(there)).toEqual([across.id]);
  expect(await idsAt(here)).toHaveLength(2);
  expect(ok(await trade.buyer.get<Body>(PATH)).data).toEqual([]);
});
