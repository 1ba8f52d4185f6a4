// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buyersText, itemsText, pricesText } from '@/components/partners/offers/labels';
import { OffersPage } from '@/components/partners/offers/list-page';
import {
  copiedOffer,
  newOffer,
  OfferValues,
  offerFields,
  offerValues,
} from '@/components/partners/offers/offer-values';
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
  await user.click(await screen.findByRole('button', { name: 'More for Drop' }));
  await user.click(await screen.findByRole('menuitem', { name: 'End now' }));
  expect(await screen.findByText("Couldn't change the offer")).toBeTruthy();
  expect(screen.queryByText('Offer ended')).toBeNull();
});

test('ends a running offer at once', async () => {
  const { calls, user } = showPage(
    <OffersPage />,
    (path) => (path === 'offers.list' ? pageOf([OFFER]) : OFFER),
    { permissions: WRITES },
  );
  await user.click(await screen.findByRole('button', { name: 'More for Drop' }));
  await user.click(await screen.findByRole('menuitem', { name: 'End now' }));
  const updates = () => calls.filter(({ path }) => path === 'offers.update').map(({ input }) => input);
  await waitFor(() => expect(updates()).toHaveLength(1));
  const [{ ends_at }] = updates() as [{ ends_at: string }];
  expect(Math.abs(Date.parse(ends_at) - Date.now())).toBeLessThan(60_000);
});

test('shows the offers without controls to those who only read prices', async () => {
  showPage(<OffersPage />, () => pageOf([OFFER]), { permissions: ['read:prices'] });
  expect(await screen.findByText('Drop')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Edit Drop|More for Drop|Start offer/ })).toBeNull();
});

const PRODUCT = {
  ...{ id: 'p', name: 'Blue Dream', brand: 'Sun', category: 'flower', active: true },
  variants: [3.5, 7].map((grams) => ({
    ...{ id: `v${grams}`, name: `${grams} g`, sku: `BD-${grams}`, unit: null, step: null },
    wholesale_price: grams * 4,
  })),
};

test('a weekly offer takes four acts: start, a category, all customers, and Start with what they pay', async () => {
  const { calls, user } = showPage(
    <OffersPage />,
    (path) => {
      if (path === 'offers.list') return pageOf([]);
      if (path === 'products.list') return pageOf([PRODUCT]);
      if (path === 'customers.list')
        return { data: [], pagination: { page: 1, limit: 1, total: 42, has_more: false, next_cursor: null } };
      return path === 'offers.create' ? OFFER : pageOf([]);
    },
    { permissions: [...WRITES, 'read:customers'] },
  );
  await user.click((await screen.findAllByRole('button', { name: 'Start offer' }))[0] as HTMLElement);
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Weekly');
  await user.type(screen.getByLabelText('Percent off wholesale (optional)'), '15');
  await user.selectOptions(screen.getByLabelText('Add a category'), 'flower');
  await waitFor(() => expect(screen.getAllByLabelText(/^Price of/)).toHaveLength(2));
  await user.selectOptions(screen.getByLabelText('For'), 'all');
  expect(await screen.findByText('42 customers will see 2 items')).toBeTruthy();
  expect(screen.getByText(/They pay \$11\.90 to \$23\.80, 15% off wholesale\./)).toBeTruthy();
  const buttons = screen.getAllByRole('button', { name: 'Start offer' });
  await user.click(buttons.at(-1) as HTMLElement);
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'offers.create')?.input).toMatchObject({
      ...{ name: 'Weekly', audience: 'all', buyers: [] },
      items: [
        { variant_id: 'v3.5', ladder: [{ min_amount: 1, unit_price: 11.9 }] },
        { variant_id: 'v7', ladder: [{ min_amount: 1, unit_price: 23.8 }] },
      ],
    }),
  );
});

test('a copy begins now for a week with what the earlier one had', () => {
  const copy = copiedOffer(OFFER, ZONE);
  expect(copy).toMatchObject({ name: 'Drop', starts_at: '', ends_at: newOffer(ZONE).ends_at });
  const fields = offerFields(copy, copy, ZONE);
  expect(fields.starts_at).toBeUndefined();
  expect(fields.ends_at).toBeDefined();
  expect(fields.items).toEqual([{ variant_id: 'v', ladder: ITEM.ladder, rooms: ['secret_menu'] }]);
});
