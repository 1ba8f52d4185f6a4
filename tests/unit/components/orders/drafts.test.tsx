// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { actsOf } from '@/components/orders/drafts/acts';
import { DraftPage } from '@/components/orders/drafts/detail-page';
import { titleOf } from '@/components/orders/drafts/labels';
import { DraftsPage } from '@/components/orders/drafts/list-page';
import type { Draft, DraftStatus } from '@/components/orders/drafts/types';
import { moveDay, todayIn } from '@/components/ui/format';
import { type Permission, permissionsOf } from '@/server/kernel/permissions';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
const push = vi.fn();
navigation.pathname = '/drafts';
navigation.push = push;
afterEach(() => {
  cleanup();
  push.mockClear();
});

const [SELLER, BUYER] = [
  { id: 'e', name: 'Redwood' },
  { id: 'b', name: 'Corner Dispensary' },
];
const draft = (status: DraftStatus, fields: Partial<Draft> = {}): Draft => ({
  ...{ id: 'd', status, wholesaler: SELLER, retailer: BUYER, external_ids: {} },
  author: { id: 'm', name: 'Dana Reyes', entity_id: 'e' },
  items: [
    {
      ...{
        product_id: 'p',
        variant_id: 'v',
        product_name: 'Blue Dream',
        variant_name: '3.5 g',
        sku: 'BD-35',
      },
      ...{
        ...{ quantity: 12, amount: 12, unit: null, step: null },
        unit_price: 10,
        price_source: 'wholesale',
        discount_bps: 0,
        sample: false,
        total: 120,
      },
      price_ladder: [{ min_amount: 1, unit_price: 10, source: 'wholesale' }],
    },
  ],
  ...{ subtotal: 120, delivery_date: null, delivery_window: null, notes: null, po_number: null },
  ...{ receiving_location_id: null, shortage: 'reject', accept: true, valid_until: null, order_id: null },
  sent_at: status === 'draft' || status === 'ordered' ? null : '2026-01-02T00:00:00.000Z',
  ...{ created_at: '2026-01-02T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' },
  ...fields,
});
/** As the buyer, who is the viewer of these pages otherwise. */
const received = (status: DraftStatus) =>
  draft(status, {
    wholesaler: { id: 's', name: 'Golden Coast' },
    retailer: SELLER,
    author: { id: 'm', name: 'Dana', entity_id: 's' },
  });

const can = (role: Parameters<typeof permissionsOf>[0]) => {
  const held = permissionsOf(role, 'wholesaler', false);
  return (permission: Permission) => held.includes(permission);
};
const acts = (one: Draft, role: Parameters<typeof permissionsOf>[0] = 'owner', decides = false) =>
  [...actsOf(one, { entityId: 'e', decides, can: can(role) })].sort();

test('offers the seller what the status of its draft or quote allows', () => {
  expect(acts(draft('draft'))).toEqual(['delete', 'edit', 'order', 'send']);
  expect(acts(draft('sent'))).toEqual(['withdraw']);
  expect(acts(draft('sent'), 'owner', true)).toEqual(['accept', 'decline', 'withdraw']);
  for (const status of ['accepted', 'ordered', 'declined', 'withdrawn', 'expired'] as const)
    expect(acts(draft(status)), status).toEqual(['copy']);
});

test('offers the buyer a decision on an open quote, and nothing before or after', () => {
  expect(acts(received('sent'))).toEqual(['accept', 'decline']);
  for (const status of ['accepted', 'declined', 'withdrawn', 'expired'] as const)
    expect(acts(received(status)), status).toEqual([]);
});

test('offers a buyer its own draft to place and delete, and a viewer nothing', () => {
  const own = draft('draft', { wholesaler: BUYER, retailer: SELLER });
  expect(acts(own)).toEqual(['delete', 'order']);
  for (const one of [own, draft('draft'), draft('sent'), received('sent')])
    expect(acts(one, 'viewer')).toEqual([]);
});

test('is called by who wrote it and whether it was sent', () => {
  expect(titleOf(draft('draft'), 'e')).toBe('Draft for Corner Dispensary');
  expect(titleOf(draft('sent'), 'e')).toBe('Quote for Corner Dispensary');
  expect(titleOf(draft('sent'), 'b')).toBe('Quote from Redwood');
});

const permissions = permissionsOf('owner', 'wholesaler', false);
const today = todayIn('America/Los_Angeles');

test('sends a quote from the list in two acts, valid for two weeks unless another day is chosen', async () => {
  const { user, calls } = showPage(
    <DraftsPage own="selling" hasBoth />,
    (path) => (path === 'drafts.list' ? pageOf([draft('draft'), draft('sent', { id: 's' })]) : draft('sent')),
    { permissions },
  );
  await user.click(await screen.findByRole('button', { name: 'Send to Corner Dispensary' }));
  await user.click(await screen.findByRole('button', { name: 'Send quote' }));
  await waitFor(() => expect(calls.some(({ path }) => path === 'drafts.send')).toBe(true));
  expect(calls.filter(({ path }) => !path.endsWith('list') && path.startsWith('drafts.'))).toEqual([
    { path: 'drafts.update', input: { id: 'd', valid_until: moveDay(today, 14) } },
    { path: 'drafts.send', input: { id: 'd' } },
  ]);
});

test('rejects a day beyond 90 days before it is sent', async () => {
  const { user, calls } = showPage(
    <DraftsPage own="selling" hasBoth />,
    () => pageOf([draft('draft', { valid_until: moveDay(today, 91) })]),
    { permissions },
  );
  await user.click(await screen.findByRole('button', { name: 'Send to Corner Dispensary' }));
  await user.click(await screen.findByRole('button', { name: 'Send quote' }));
  expect(await screen.findByText('Choose a date within 90 days')).toBeTruthy();
  expect(calls.some(({ path }) => path === 'drafts.send')).toBe(false);
});

function showDraft(one: Draft, rejection?: object) {
  return showPage(
    <DraftPage first={one} decides={false} locations={[]} />,
    (path) => {
      if (path === 'drafts.get') return one;
      if (path === 'audit.list') return pageOf([]);
      if (rejection) throw Object.assign(new TRPCClientError('No.'), { data: rejection });
      return { id: 'o', order_number: 'ORD-1', items: [{ quantity: 12 }] };
    },
    { permissions },
  );
}

test('accepting a quote leads to its order, and asks once however often it is pressed', async () => {
  const { user, calls } = showDraft(received('sent'));
  await user.dblClick(await screen.findByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/orders/o'));
  expect(calls.filter(({ path }) => path === 'drafts.accept')).toHaveLength(1);
});

test('says which items fall short when a quote is accepted', async () => {
  const { user } = showDraft(received('sent'), {
    code: 'INSUFFICIENT_STOCK',
    details: { reason: 'insufficient_stock', lines: [{ index: 0, variant_id: 'v', available: 3 }] },
    requestId: null,
  });
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(
    await screen.findByText('Not enough stock: Blue Dream (3 available). No order was placed.'),
  ).toBeTruthy();
  expect(push).not.toHaveBeenCalled();
});

test('asks before a quote is declined, and stays when that fails', async () => {
  const { user } = showDraft(received('sent'), {
    code: 'CONFLICT',
    details: { reason: 'already_ordered', order_id: 'o' },
    requestId: null,
  });
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  await user.click(await screen.findByRole('button', { name: 'Decline quote' }));
  expect(await screen.findByText('This draft has already become an order.')).toBeTruthy();
});

test('names the variant of each line', async () => {
  showDraft(draft('draft'));
  expect(await screen.findByText('Blue Dream 3.5 g')).toBeTruthy();
});

test('leads from a deleted draft to the list, and never fetches it again', async () => {
  const { user, calls } = showDraft(draft('draft'));
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Delete draft' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(push).toHaveBeenCalledWith('/drafts');
  const ofDrafts = calls.map(({ path }) => path).filter((path) => path.startsWith('drafts.'));
  expect(ofDrafts).toEqual(['drafts.get', 'drafts.delete']);
});

test('says how long a quote is valid only where it says so', async () => {
  showDraft(draft('draft'));
  expect(screen.queryByText('Valid until')).toBeNull();
  cleanup();
  showDraft(draft('draft', { valid_until: '2099-01-31' }));
  expect(screen.getByText('Valid until')).toBeTruthy();
});
