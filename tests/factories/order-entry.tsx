import { screen } from '@testing-library/react';
import type { Draft } from '@/components/orders/drafts/types';
import { OrderEntryPage } from '@/components/orders/order-entry/entry-page';
import type { EntryStart } from '@/components/orders/order-entry/entry-start';
import type { Offer } from '@/components/orders/types';
import type { Customer } from '@/components/partners/customers/types';
import { pageOf, showPage } from '../setup/browser-page';

export const CUSTOMER = {
  ...{ id: 'c', name: 'Corner Dispensary', nickname: null, license_number: 'C10-1', status: 'unclaimed' },
  address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
  locations: [{ id: 'l', name: 'Market Street', active: true }],
} as Customer;

export const offer = (sku: string, fields: Partial<Offer> = {}): Offer => ({
  ...{ product_id: `p-${sku}`, variant_id: `v-${sku}`, product_name: sku, variant_name: '3.5 g', sku },
  ...{
    brand: null,
    category: 'flower',
    subcategory: null,
    image: null,
    unit: null,
    step: null,
    available_amount: 0,
    thc_percentage: null,
  },
  ...{
    price_ladder: [{ min_amount: 1, unit_price: 20, source: 'wholesale' }],
    case_size: 1,
    case_size_amount: 1,
  },
  ...{ wholesale_price: 20, available_quantity: 30, certificate: null, own_quantity: 30 },
  ...{ last_price: 19, last_ordered_at: '2026-01-02T15:04:05.000Z' },
  ...fields,
});
export const OFFERS = [offer('BD-3.5-X'), offer('BD-3.5')];

export const DRAFT = {
  ...{ id: 'd', status: 'draft', valid_until: '2099-01-31', shortage: 'reject', accept: true },
  ...{ delivery_date: null, delivery_window: 'after lunch', notes: 'Ring twice', po_number: null },
  ...{ receiving_location_id: 'l', retailer: { id: 'c' }, wholesaler: { id: 'e' } },
  items: [
    { product_id: 'p-BD-3.5', variant_id: 'v-BD-3.5', product_name: 'BD-3.5', sku: 'BD-3.5' },
    { product_id: 'p-gone', variant_id: 'v-gone', product_name: 'Gone', sku: 'GONE' },
  ].map((item) => ({ ...item, quantity: 5, unit_price: 18, total: 90 })),
} as Draft;
export const callsOf = (calls: readonly { path: string; input: unknown }[], name: string) =>
  calls.filter(({ path }) => path.startsWith(name));

/** The page of a new order, or of what it starts with; calls of the operation `rejects` fail. */
export function show(
  first: Customer | null = CUSTOMER,
  orders: readonly object[] = [],
  {
    start,
    rejects,
    problems = [],
    offers = OFFERS,
  }: { start?: EntryStart; rejects?: string; problems?: readonly object[]; offers?: readonly Offer[] } = {},
) {
  const answer = (path: string, input: unknown) => {
    if (path === 'customers.list') return pageOf([CUSTOMER]);
    if (path === 'market.catalogue') {
      const { variant_ids } = input as { variant_ids?: string };
      return pageOf(variant_ids ? offers.filter((one) => variant_ids.includes(one.variant_id)) : offers);
    }
    if (path === 'orders.summaries') return pageOf(orders);
    if (path === 'orders.get')
      return {
        items: [
          { variant_id: 'v-BD-3.5', quantity: 7 },
          { variant_id: 'gone', quantity: 1 },
        ],
      };
    if (path === 'orders.create' || path === 'drafts.order')
      return { id: 'o', order_number: 'ORD-1', items: [{ quantity: 5 }] };
    if (path.startsWith('drafts.')) {
      if (path === rejects) throw new Error('No.');
      return { id: 'd' };
    }
    const { items, override = [] } = input as {
      items: { variant_id: string; quantity: number }[];
      override?: readonly string[];
    };
    const lines = items.map((item) => ({ ...item, unit_price: 20, available_quantity: 30, total: 20 }));
    const tax_lines = [{ rule_id: null, name: 'Tax', base: 100, rate: 8.25, amount: 8.25 }];
    return {
      lines,
      problems: override.length > 0 ? [] : problems,
      subtotal: 100,
      tax_lines,
      tax: 8.25,
      total: 108.25,
      next_delivery_dates: [],
    };
  };
  return showPage(<OrderEntryPage first={first} start={start} />, answer, {
    permissions: ['create:orders', 'update:orders'],
  });
}
/** The fields that an order is entered with. */
export const sku = () => screen.getByRole('combobox', { name: 'SKU or product' });
export const lines = () => screen.getByRole('table', { name: 'Lines of the order' });
