// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buyersText, itemsText, pricesText } from '@/components/partners/offers/labels';
import { OffersPage } from '@/components/partners/offers/list-page';
import { newOffer, OfferValues, offerFields, offerValues } from '@/components/partners/offers/offer-values';
import type { SpecialOffer } from '@/components/partners/offers/types';
import { ToastHost } from '@/components/ui/base/toast-host';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
navigation.pathname = '/offers';
afterEach(cleanup);

const ITEM: SpecialOffer['items'][number] = {
  ...{ variant_id: 'v', sku: 'BD-3.5', product_id: 'p', product_name: 'Blue Dream', variant_name: '3.5 g' },
  ...{ unit: null, step: null, wholesale_price: 17.5, rooms: ['secret_menu'] },
  ladder: [
    { min_amount: 1, unit_price: 16 },
    { min_amount: 10, unit_price: 15.1 },
  ],
};
const OFFER: SpecialOffer = {
  ...{ id: 'o', name: 'Drop', status: 'running', audience: 'chosen' },
  ...{ starts_at: '2026-01-02T15:04:05.678Z', ends_at: '2026-02-02T15:00:00.000Z' },
  buyers: ['Harbor & Pine', 'Green Leaf', 'Solano'].map((name) => ({ id: name, name })),
  items: [ITEM],
  ...{ created_at: '2026-01-02T15:04:05.678Z', updated_at: '2026-01-02T15:04:05.678Z' },
};
const ZONE = 'America/Los_Angeles';
const WRITES = ['read:prices', 'update:prices'] as const;

describe('the form of an offer', () => {
  test('sends an offer back as it was, without times that were not changed', () => {
    const values = offerValues(OFFER, ZONE);
    expect(OfferValues.safeParse(values).success).toBe(true);
    expect(offerFields(values, values, ZONE)).toEqual({
      ...{ name: 'Drop', audience: 'chosen', buyers: ['Harbor & Pine', 'Green Leaf', 'Solano'] },
      items: [{ variant_id: 'v', ladder: ITEM.ladder, rooms: ['secret_menu'] }],
    });
    const later = { ...values, ends_at: '2026-03-01T09:00', audience: 'all' as const };
    expect(offerFields(later, values, ZONE)).toMatchObject({
      buyers: [],
      ends_at: '2026-03-01T17:00:00.000Z',
    });
  });

  test('begins a new offer now and ends it in a week', () => {
    const fresh = newOffer(ZONE);
    const fields = offerFields(fresh, fresh, ZONE);
    expect(fields.starts_at).toBeUndefined();
    const days = (Date.parse(fields.ends_at ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(8.1);
  });

  test('asks for customers, items, amounts once each, and an end after the start', () => {
    const values = offerValues(OFFER, ZONE);
    const faults = (fields: Partial<OfferValues>) =>
      OfferValues.safeParse({ ...values, ...fields }).error?.issues.map(({ path }) => path.join('.'));
    expect(faults({ buyers: [] })).toEqual(['buyers']);
    expect(faults({ buyers: [], audience: 'all' })).toBeUndefined();
    expect(faults({ items: [] })).toEqual(['items']);
    expect(faults({ ends_at: '2025-12-31T00:00' })).toEqual(['ends_at']);
    const [item] = values.items;
    const ladder = (...breaks: [number | null, number | null][]) =>
      item && {
        items: [{ ...item, ladder: breaks.map(([min_amount, unit_price]) => ({ min_amount, unit_price })) }],
      };
    expect(faults({ ...ladder([1, null]) })).toEqual(['shows_only']);
    expect(faults({ ...ladder([1, null]), shows_only: true })).toBeUndefined();
    expect(faults({ ...ladder([1, 5], [1, 4]) })).toEqual(['items.0.ladder.1.min_amount']);
    expect(faults({ ...ladder([1, 5], [10, null]) })).toEqual(['items.0.ladder.1.unit_price']);
    expect(faults({ ...ladder([null, 5]) })).toEqual(['items.0.ladder.0.min_amount']);
  });
});

test('says whom an offer is for, and what of', () => {
  expect(buyersText(OFFER)).toBe('Harbor & Pine, Green Leaf and 1 more');
  expect(buyersText({ audience: 'all', buyers: [] })).toBe('All customers');
  expect(itemsText(OFFER)).toBe('Blue Dream 3.5 g: $16.00, 10+ for $15.10');
  expect(pricesText({ ladder: [], unit: null, step: null })).toBe('No offer price');
  expect(pricesText({ ladder: [{ min_amount: 0.01, unit_price: 900 }], unit: 'lb', step: 0.01 })).toBe(
    '$900.00 per lb',
  );
});

test('says that an offer could not be ended, and offers no undo', async () => {
  const { user } = showPage(
    <>
      <OffersPage />
      <ToastHost />
    </>,
    (path) => {
      if (path === 'offers.list') return pageOf([OFFER]);
      throw new Error('No.');
    },
    { permissions: WRITES },
  );
  await user.click(await screen.findByRole('button', { name: 'End Drop now' }));
  expect(await screen.findByText("Couldn't change the offer")).toBeTruthy();
  expect(screen.queryByText('Offer ended')).toBeNull();
});

test('ends a running offer at once', async () => {
  const { calls, user } = showPage(
    <OffersPage />,
    (path) => (path === 'offers.list' ? pageOf([OFFER]) : OFFER),
    { permissions: WRITES },
  );
  await user.click(await screen.findByRole('button', { name: 'End Drop now' }));
  const updates = () => calls.filter(({ path }) => path === 'offers.update').map(({ input }) => input);
  await waitFor(() => expect(updates()).toHaveLength(1));
  const [{ ends_at }] = updates() as [{ ends_at: string }];
  expect(Math.abs(Date.parse(ends_at) - Date.now())).toBeLessThan(60_000);
});

test('shows the offers without controls to those who only read prices', async () => {
  showPage(<OffersPage />, () => pageOf([OFFER]), { permissions: ['read:prices'] });
  expect(await screen.findByText('Drop')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Edit Drop|End Drop|Delete Drop|Start offer/ })).toBeNull();
});
