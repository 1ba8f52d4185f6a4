// @vitest-environment happy-dom

import { cleanup, screen, within } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { OfferedVariants } from '@/components/catalog/market/offered-variants';
import { pageOf, showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const OFFER = {
  ...{ product_id: 'p', product_name: 'Blue Dream', brand: null, category: 'flower', image: null },
  ...{ variant_id: 'v', variant_name: '3.5 g', sku: 'BD', unit: null, step: null, case_size: 10 },
  ...{ wholesale_price: 19, price_ladder: [], available_quantity: 216, own_quantity: 81 },
  ...{ last_price: 18.5, last_ordered_at: '2026-11-02T20:00:00.000Z' },
};
const ROW = { variant_id: 'v', room_type: 'vault', unit: null, step: null };
const PRODUCT = { id: 'p', variants: [{ id: 'v' }, { id: 'w' }] };
const SUPPLIER = { id: 's', name: 'Golden Coast' };

test('says of each variant what decides how much to order: stock by store, sales, what was last paid', async () => {
  const { calls } = showPage(
    <OfferedVariants product={PRODUCT} supplier={SUPPLIER} mayOrder={false} />,
    (path) => {
      if (path === 'market.catalogue') return pageOf([OFFER]);
      if (path === 'inventory.list')
        return pageOf([
          { ...ROW, id: '1', location_id: 'oak', available_quantity: 40 },
          { ...ROW, id: '2', location_id: 'oak', available_quantity: 17 },
          { ...ROW, id: '3', location_id: 'ber', available_quantity: 24 },
          { ...ROW, id: '4', location_id: 'ber', variant_id: 'w', available_quantity: 9 },
        ]);
      return { data: [{ product_id: 'p', variants: [{ variant_id: 'v', sold_30_days: 31 }] }] };
    },
    {
      permissions: ['read:inventory'],
      locations: [
        { id: 'oak', name: 'Oakland' },
        { id: 'ber', name: 'Berkeley' },
      ],
    },
  );
  const list = within(await screen.findByRole('region', { name: 'Order from Golden Coast' }));
  await list.findByText(
    'You have 57 Oakland, 24 Berkeley · sold 31 in 30 days · last paid $18.50, Nov 2, 2026',
  );
  expect(calls.find(({ path }) => path === 'market.catalogue')?.input).toEqual({
    ...{ id: 's', variant_ids: 'v,w', limit: 2 },
  });
});

test('is nothing where the owner of the goods is no supplier of the reader', async () => {
  const frame = vi.fn((content) => content);
  const { calls } = showPage(
    <OfferedVariants product={PRODUCT} supplier={SUPPLIER} mayOrder frame={frame} />,
    () => {
      throw Object.assign(new TRPCClientError('Resource not found.'), {
        data: { code: 'NOT_FOUND', details: {}, requestId: null },
      });
    },
  );
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0));
  await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});
