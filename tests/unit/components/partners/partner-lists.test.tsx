// @vitest-environment happy-dom

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { comparedFacts } from '@/components/partners/claims/compared';
import type { ClaimPage } from '@/components/partners/claims/types';
import { CustomersPage } from '@/components/partners/customers/list-page';
import type { Customer } from '@/components/partners/customers/types';
import { ConnectionsPage } from '@/components/partners/network/connections-page';
import type { Connection, ConnectionPage } from '@/components/partners/network/types';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
navigation.pathname = '/customers';
afterEach(cleanup);

const AT = '2026-01-02T15:04:05.000Z';
const CUSTOMER: Customer = {
  ...{ id: 'a', status: 'claimed', type: 'retailer', name: 'Corner Dispensary', legal_name: 'Corner LLC' },
  ...{ license_number: 'C10-1', license_type: null, license_expiry: '2020-01-02' },
  address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
  ...{
    contact: null,
    locations: [],
    licenses: [],
    confirmed: null,
    unsubscribed: false,
    formerly_confirmed: null,
    nickname: 'The Corner',
    external_ids: {},
    contacts: [],
  },
  exempt_tax_ids: [],
  ...{ representative_id: 'm', representative_name: 'Dana Reyes', internal_notes: null },
  ...{ price_list_id: null, minimum_order: null, terms_days: null, credit_limit: null, credit_check: null },
  ...{ on_hold: false, balance: 0, overdue: 0, exposure: 0 },
  ...{ previous_ids: [], claimed_at: null, created_at: AT, updated_at: AT },
};
const OTHER: Customer = {
  ...{ ...CUSTOMER, id: 'b', name: 'Pier', nickname: null, license_expiry: null },
  ...{ representative_id: null, representative_name: null },
};
const TREND = {
  open_orders: 3,
  orders: 14,
  total: 1234.5,
  last_ordered_at: AT,
  weeks: [1, ...Array(12).fill(2)],
};
const NO_TREND = { open_orders: 0, orders: 0, total: 0, last_ordered_at: null, weeks: Array(13).fill(0) };

const CONNECTION: Connection = {
  ...{ id: 'k', direction: 'incoming', status: 'pending', message: null },
  entity: { id: 'w', name: 'Golden Coast', type: 'wholesaler' },
  ...{ created_at: AT, updated_at: AT, responded_at: null },
};
const CLAIM = {
  ...{
    id: 'c',
    role: 'seller',
    status: 'waiting',
    entity_id: 'a',
    name: 'Lakeside',
    orders: 7,
    created_at: AT,
    expires_at: AT,
  },
  claimant: { name: 'Lakeside Remedies', email: 'claimant@lake.example' },
  matches: { email: true, license: true, type: true },
};
const MEMBERS = [
  { user_id: 'm', name: 'Dana Reyes', email: 'dana@shop.example', status: 'active' },
  { user_id: 's', name: 'Sam', email: 'sam@shop.example', status: 'active' },
  { user_id: 'i', name: null, email: 'invited@shop.example', status: 'invited' },
];
const NONE = pageOf<never>([]);

interface Stage {
  trends?: object[];
  claims?: object[];
  requests?: Connection[];
}

const permissions = [
  'read:orders',
  'read:team',
  'read:customers',
  'update:customers',
  'update:connections',
] as const;
const showCustomers = ({ trends = [], claims = [], requests = [] }: Stage = {}) =>
  showPage(
    <CustomersPage
      pending={pageOf(requests) as unknown as ConnectionPage}
      claims={pageOf(claims) as unknown as ClaimPage}
    />,
    (path) => {
      if (path === 'customers.list') return pageOf([CUSTOMER, OTHER]);
      if (path === 'orders.partners') return { days: 90, data: trends };
      if (path === 'entity.team.list') return pageOf(MEMBERS);
      if (path === 'claims.list') return pageOf(claims);
      return path === 'entity.connections.list' ? pageOf(requests) : NONE;
    },
    { permissions },
  );
const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

test('shows who a customer is, when its license ends, and its trade of 90 days', async () => {
  const { calls } = showCustomers({
    trends: [
      { id: 'a', ...TREND },
      { id: 'b', ...NO_TREND },
    ],
  });
  const row = within(await screen.findByRole('row', { name: /Corner Dispensary/ }));
  expect(row.getByRole('rowheader').textContent).toBe('Corner DispensaryThe Corner · Oakland, CA');
  expect(row.getByText('Expired on Jan 2, 2020')).toBeTruthy();
  expect(await row.findByText('$1,234.50')).toBeTruthy();
  for (const text of ['14 orders', '3', 'Dana Reyes']) expect(row.getByText(text)).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /Pier/ })).getByText('No expiration')).toBeTruthy();
  expect(calls.filter(({ path }) => path === 'orders.partners').map(({ input }) => input)).toEqual([
    { ids: 'a,b', side: 'selling' },
  ]);
});

test('has no column for trade that no customer of the page has had', async () => {
  showCustomers({
    trends: [
      { id: 'a', ...NO_TREND },
      { id: 'b', ...NO_TREND },
    ],
  });
  await screen.findByRole('row', { name: /Pier/ });
  for (const name of ['Last order', 'Sales in 90 days', 'Open orders', 'Balance', 'Price list'])
    expect(headings()).not.toContain(name);
  expect(headings()).toContain('Representative');
});

test('lists the customers of a member alone, the reader first among the members', async () => {
  const { user, calls } = showCustomers();
  await user.click(await screen.findByRole('button', { name: 'Representative' }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Sam (you)', 'Dana Reyes']);
  await user.click(options[0] as HTMLElement);
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path === 'customers.list')?.input).toMatchObject({
      representative_id: 's',
    }),
  );
});

test('has requests and claims on top of the list, with the response in place', async () => {
  const { user, calls } = showCustomers({ claims: [CLAIM], requests: [CONNECTION] });
  await user.click(await screen.findByRole('button', { name: 'Accept Golden Coast' }));
  expect(calls).toContainEqual({ path: 'entity.connections.accept', input: { id: 'k' } });
  await user.click(await screen.findByRole('button', { name: 'Confirm the claim to Lakeside' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  // Another name than the one that the seller knows.
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Confirm claim' });
  expect(dialog.getAllByText('Differs')).toHaveLength(1);
  expect(confirm.disabled).toBe(true);
  await user.type(dialog.getByLabelText('Type “Lakeside Remedies” to confirm'), 'Lakeside Remedies');
  await user.click(confirm);
  await waitFor(() => expect(calls.some(({ path }) => path === 'claims.confirm')).toBe(true));
});

test('compares a claim with the record fact by fact, and marks what differs', () => {
  const claim = {
    ...CLAIM,
    matches: { email: false, license: true, type: true },
    claimant: { name: 'LAKESIDE', license_number: 'C10-1', email: null },
  } as unknown as ClaimPage['data'][number];
  const record = {
    ...{ license_number: 'c10 1', type: 'retailer' as const },
    address: { street: '1 Pier', city: 'Oakland', state: 'CA', zip: '94607' },
    contact: { email: 'shop@lake.example', phone: null },
  };
  const facts = comparedFacts(claim, record);
  expect(facts.filter(({ differs }) => differs).map(({ fact }) => fact)).toEqual(['Email']);
  expect(facts.find(({ fact }) => fact === 'Address')).toEqual({
    ...{ fact: 'Address', own: '1 Pier, Oakland, CA 94607', theirs: null, differs: false },
  });
});

test('shows price list and credit use of customers that have them', async () => {
  showPage(
    <CustomersPage
      pending={pageOf([]) as unknown as ConnectionPage}
      claims={pageOf([]) as unknown as ClaimPage}
    />,
    (path) => {
      if (path === 'customers.list')
        return pageOf([
          { ...CUSTOMER, price_list_id: 'l', credit_limit: 1000, exposure: 250 },
          { ...OTHER, credit_limit: null, price_list_id: null },
        ]);
      if (path === 'priceLists.list') return pageOf([{ id: 'l', name: 'Gold' }]);
      return NONE;
    },
    { permissions: [...permissions, 'read:prices', 'read:invoices'] },
  );
  const row = within(await screen.findByRole('row', { name: /Corner Dispensary/ }));
  expect(await row.findByText('Gold')).toBeTruthy();
  expect(row.getByText('25%')).toBeTruthy();
  expect(row.getByText('of $1,000.00')).toBeTruthy();
});

test('shows of each supplier what was bought in 90 days, once per business', async () => {
  const connected: Connection = {
    ...CONNECTION,
    id: 'l',
    status: 'accepted',
    entity: { ...CONNECTION.entity, name: 'Pier', id: 'x' },
  };
  const { calls } = showPage(
    <ConnectionsPage pending={pageOf([CONNECTION]) as unknown as ConnectionPage} />,
    (path) => {
      if (path === 'orders.partners')
        return {
          days: 90,
          data: [
            { id: 'x', ...TREND },
            { id: 'w', ...NO_TREND },
          ],
        };
      return path === 'entity.connections.list' ? pageOf([CONNECTION, connected]) : NONE;
    },
    { permissions },
  );
  const row = within(await screen.findByRole('row', { name: /Pier/ }));
  expect(await row.findByText('$1,234.50')).toBeTruthy();
  expect(headings()).toContain('Spent in 90 days');
  expect(calls.find(({ path }) => path === 'orders.partners')?.input).toEqual({ ids: 'w,x', side: 'buying' });
});
