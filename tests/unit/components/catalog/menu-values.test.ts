import { describe, expect, test } from 'vitest';
import { MailValues, mailValuesOf, sentTo } from '@/components/catalog/menus/mail-values';
import { bodyOf, MenuValues, valuesOf } from '@/components/catalog/menus/menu-values';
import type { Menu } from '@/components/catalog/menus/types';

const MENU = {
  ...{ id: 'm', name: 'Weekly', message: null, customer_id: 'c', prices: 'shown', price_list_id: null },
  ...{ goods: 'chosen', categories: [], brands: [], variant_ids: ['v1', 'v2'], availability: 'levels' },
  ...{ certificates: true, takes_requests: true, minimum_order: null, has_passcode: true },
  ...{ location_id: 'l', state: null, expires_on: null, status: 'active', schedule: null },
  ...{ url: 'http://localhost/m/x', views_7_days: 0, requests_waiting: 0, updated_at: '', created_at: '' },
} as unknown as Menu;

describe('the form of a menu', () => {
  test('sends back what the menu has, and no passcode that was not typed', () => {
    const {
      id: _,
      has_passcode: __,
      status: ___,
      schedule,
      url,
      ...kept
    } = MENU as Menu & { schedule: null };
    const body = bodyOf(valuesOf(MENU));
    expect(body).toEqual({
      ...Object.fromEntries(Object.entries(kept).filter(([key]) => !/views|requests_waiting|_at$/.test(key))),
    });
    expect([schedule, url]).toEqual([null, MENU.url]);
    expect(bodyOf({ ...valuesOf(MENU), passcode: 'green-door-9' })).toHaveProperty(
      'passcode',
      'green-door-9',
    );
  });

  test('gives a customer its own prices, and chosen goods only where they are chosen', () => {
    const values = { ...valuesOf(MENU), price_list_id: 'p' };
    expect(bodyOf(values).price_list_id).toBeNull();
    expect(bodyOf({ ...values, customer: null })).toMatchObject({ customer_id: null, price_list_id: 'p' });
    expect(bodyOf({ ...values, goods: 'all' }).variant_ids).toEqual([]);
  });

  test('asks for an item where items are chosen', () => {
    const none = MenuValues.safeParse({ ...valuesOf(MENU), variants: [] });
    expect(none.error?.issues[0]).toMatchObject({ path: ['variants'], message: 'Add an item' });
    expect(MenuValues.safeParse({ ...valuesOf(MENU), goods: 'all', variants: [] }).success).toBe(true);
  });
});

describe('the form of its mail', () => {
  const values = { ...mailValuesOf(MENU), message: 'Fresh flower is in.' };

  test('goes to a segment, or to customers that are chosen one by one', () => {
    const text = { subject: 'Weekly', message: 'Fresh flower is in.' };
    expect(sentTo({ ...values, representative: 'u', category: 'flower', not_ordered_days: 30 })).toEqual({
      ...text,
      segment: { representative: 'u', bought_category: 'flower', not_ordered_days: 30 },
    });
    const customers = [{ id: 'c', name: 'Corner' }];
    expect(sentTo({ ...values, to: 'chosen', customers, category: 'flower' })).toEqual({
      ...text,
      customer_ids: ['c'],
    });
  });

  test('asks for a customer where customers are chosen, and takes 200', () => {
    const none = MailValues.safeParse({ ...values, to: 'chosen' });
    expect(none.error?.issues[0]).toMatchObject({ path: ['customers'], message: 'Add a customer' });
    const customers = Array.from({ length: 201 }, (_, n) => ({ id: `${n}`, name: 'x' }));
    expect(MailValues.safeParse({ ...values, to: 'chosen', customers }).success).toBe(false);
  });
});
