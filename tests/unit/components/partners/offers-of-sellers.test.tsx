// @vitest-environment happy-dom
import { focusManager } from '@tanstack/react-query';
import { act, cleanup, screen, within } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { OffersCard } from '@/components/home/offers-card';
import { ClaimsPage } from '@/components/partners/claims/claims-page';
import { offerChanges } from '@/components/partners/claims/offer-changes';
import { OfferPage } from '@/components/partners/claims/offer-page';
import type { ClaimRow, Offer, OfferedDocument } from '@/components/partners/claims/types';
import { pageOf, showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const place = (id: string, name: string, joins: Offer['locations'][number]['joins'] = null) => ({
  ...{ id, name, open_orders: 1, joins },
  address: { street: `${id} Trap Road`, city: 'Oakland', state: 'CA', zip: '94601' },
});
const OFFER: Offer = {
  ...{
    id: 'c',
    role: 'claimant',
    entity_id: 'row',
    name: 'Corner',
    orders: 2,
    claimant: null,
    status: 'offered',
  },
  seller: { id: 's', name: 'Front Range', type: 'wholesaler' },
  matches: { email: true, license: true, type: true },
  ...{ confirmable_at: '', created_at: '2026-11-01T00:00:00Z', expires_at: null, version: 'v1' },
  ...{ license_verified: false, quotes: 1, backorders: 0, invoices: 1, unapplied: 12.5, owed: 512.5 },
  locations: [place('l1', 'Trap'), place('l2', 'Market', { id: 'own', name: 'Downtown' })],
} as Offer;
const ENDED = {
  locations: null,
  quotes: null,
  backorders: null,
  invoices: null,
  unapplied: null,
  owed: null,
};
const ended = (status: ClaimRow['status']): ClaimRow => ({
  ...OFFER,
  ...ENDED,
  status,
  version: null,
  license_verified: null,
});
const DOCUMENTS: OfferedDocument[] = [
  {
    kind: 'invoice',
    id: 'i',
    number: 'INV-9',
    status: 'open',
    total: 512.5,
    due: 512.5,
    created_at: '2026-10-02T00:00:00Z',
  },
  {
    kind: 'order',
    id: 'o',
    number: 'ORD-1',
    status: 'delivered',
    total: 512.5,
    due: null,
    created_at: '2026-10-01T00:00:00Z',
  },
];
const OWNER = { permissions: ['delete:entity', 'update:connections', 'read:connections'] } as const;

const rejection = (reason: string) =>
  TRPCClientError.from({
    error: { message: 'Changed.', code: -32_000, data: { code: 'CONFLICT', details: { reason } } },
  } as never);

/** The page of an offer whose server has `claim()` of it. */
function showOffer({
  claim = () => OFFER as ClaimRow,
  merge = (): unknown => ({ ...OFFER, status: 'merging' }),
  first = OFFER as ClaimRow,
  viewer = OWNER as object,
} = {}) {
  return showPage(
    <OfferPage first={first} newest="2026-10-02T00:00:00Z" />,
    (path) => {
      if (path === 'claims.get') return claim();
      if (path === 'claims.documents') return pageOf(DOCUMENTS);
      if (path === 'claims.merge') return merge();
      return {};
    },
    viewer,
  );
}

test('an offer shows all that comes along, with no location and no dispute ticked', async () => {
  showOffer();
  for (const text of ['License not verified', '$512.50', '$12.50', 'Everything matches'])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  expect(await screen.findByText('ORD-1')).toBeTruthy();
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false]);
  expect(screen.getByRole('checkbox', { name: 'Trap' })).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: 'Market' })).toBeNull();
  expect(screen.getByText(/Joins your Downtown/)).toBeTruthy();
});

test('merging asks once more with the sums, and sends what was seen, ticked and disputed', async () => {
  const { user, calls } = showOffer();
  await user.click(screen.getByRole('checkbox', { name: 'Trap' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Dispute INV-9' }));
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  expect(calls.some(({ path }) => path === 'claims.merge')).toBe(false);
  const question = within(await screen.findByRole('alertdialog'));
  for (const text of ['$512.50', '1 active, 1 joins yours', '1 invoice'])
    expect(question.getByText(text)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Merge' }));
  await vi.waitFor(() =>
    expect(calls.find(({ path }) => path === 'claims.merge')?.input).toEqual({
      id: 'c',
      version: 'v1',
      location_ids: ['l1'],
      disputed: ['i'],
    }),
  );
});

test('an offer that has changed is not merged, and the page says what is new', async () => {
  let claim: ClaimRow = OFFER;
  const { user } = showOffer({
    claim: () => claim,
    merge: () => {
      claim = {
        ...OFFER,
        version: 'v2',
        orders: 3,
        owed: 900,
        locations: [...OFFER.locations, place('l3', 'Pier')],
      };
      throw rejection('offer_changed');
    },
  });
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Merge' }));
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  // As the dashboard does after each mutation, and a page of the browser that is looked at again.
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  expect(await screen.findByText('3 orders, 2 before')).toBeTruthy();
  expect(screen.getByText('$900.00 owed, $512.50 before')).toBeTruthy();
  expect(screen.getByText('New location “Pier”')).toBeTruthy();
});

test('says what of an offer has changed, also where no sum has', () => {
  expect(offerChanges(OFFER, OFFER)).toEqual([]);
  expect(offerChanges(OFFER, { ...OFFER, version: 'v2' })).toEqual([
    'An order, invoice or payment was changed',
  ]);
  const [trap, market] = OFFER.locations as [Offer['locations'][number], Offer['locations'][number]];
  const moved = { ...trap, address: { ...trap.address, street: '9 Other Road' } };
  expect(offerChanges(OFFER, { ...OFFER, version: 'v2', locations: [moved] })).toEqual([
    'Location “Trap” was changed',
    `Location “${market.name}” was removed`,
  ]);
});

test('an offer of another type can’t be merged, and says why', () => {
  const first = { ...OFFER, matches: { email: true, license: true, type: false } };
  showOffer({ first, claim: () => first });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(true);
  expect(screen.getByText(/another type of business/)).toBeTruthy();
});

test.each(['merging', 'confirmed', 'rejected'] as const)(
  'an offer that is %s has no act left',
  async (status) => {
    const first = status === 'merging' ? { ...OFFER, status } : ended(status);
    showOffer({ first, claim: () => first });
    expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Not mine' })).toBeNull();
  },
);

test('a member limited to some locations sees an offer without its acts, and why', () => {
  showOffer({ viewer: { ...OWNER, isLimited: true } });
  expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
  expect(screen.getByText(/Ask a member with access to all locations/)).toBeTruthy();
});

/** Home's card of a business to which these are offered. */
async function showCard(offers: readonly Offer[], role = 'owner') {
  const looking = {
    actor: { role },
    caller: {
      claims: {
        list: async () => ({ ...pageOf(offers.slice(0, 3)), pagination: { ...pageOf(offers).pagination } }),
      },
    },
  };
  const card = (await OffersCard({ looking: looking as never })) as ReactElement | null;
  return showPage(
    card,
    (path) => (path === 'claims.list' ? pageOf(offers) : { rejected: offers.length }),
    OWNER,
  );
}

test('Home has one card of all offers, which rejects all of them after a question that names their sellers', async () => {
  const offers = ['A', 'B', 'C', 'D'].map((name) => ({
    ...OFFER,
    id: name,
    seller: { ...OFFER.seller, name },
  }));
  const { user, calls } = await showCard(offers);
  expect(screen.getByText('4 sellers have records of your business')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: /^Review/ })).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'View all 4' }).getAttribute('href')).toBe('/claims');
  await user.click(screen.getByRole('button', { name: 'None of these is mine' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(await question.findByText(/of A, B, C and D/)).toBeTruthy();
  expect(calls.some(({ path }) => path === 'claims.rejectOffers')).toBe(false);
  await user.click(question.getByRole('button', { name: 'Reject 4 offers' }));
  await vi.waitFor(() =>
    expect(calls.at(-1)).toEqual({ path: 'claims.rejectOffers', input: { ids: ['A', 'B', 'C', 'D'] } }),
  );
});

test('Home has no card of offers without any, nor for another role', async () => {
  const none = { actor: { role: 'owner' }, caller: { claims: { list: async () => pageOf([]) } } };
  expect(await OffersCard({ looking: none as never })).toBeNull();
  const admin = { actor: { role: 'admin' }, caller: {} };
  expect(await OffersCard({ looking: admin as never })).toBeNull();
});

/** The page of claims of a seller and claimant. */
function showClaims(viewer: object) {
  const waiting = { ...OFFER, ...ENDED, id: 'w', role: 'seller', status: 'waiting' } as ClaimRow;
  return showPage(
    <ClaimsPage />,
    (path, input) => {
      if (path === 'claims.joining') return { tell_sellers: false };
      if (path === 'claims.updateJoining') return input;
      if (path !== 'claims.list') return pageOf([]);
      return pageOf((input as { role: string }).role === 'seller' ? [waiting] : [OFFER]);
    },
    viewer,
  );
}
const BOTH = {
  permissions: ['delete:entity', 'read:customers', 'update:customers', 'update:connections'],
} as const;

test('sellers learn nothing until the owner ticks it on the page of claims', async () => {
  const { user, calls } = showClaims(BOTH);
  const tick = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: /^Sellers that list a customer/,
  });
  expect(tick.checked).toBe(false);
  await vi.waitFor(() => expect(tick.disabled).toBe(false));
  await user.click(tick);
  await vi.waitFor(() =>
    expect(calls).toContainEqual({ path: 'claims.updateJoining', input: { tell_sellers: true } }),
  );
});

test('claims have their acts for members of the whole business, and say to limited ones why not', async () => {
  showClaims(BOTH);
  expect((await screen.findAllByRole('button', { name: /^Confirm the claim/ })).length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'None of these is mine' })).toBeTruthy();
  cleanup();
  showClaims({ ...BOTH, isLimited: true });
  await screen.findAllByText('Front Range');
  expect(screen.queryByRole('button', { name: /^(Confirm|Reject) the claim/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'None of these is mine' })).toBeNull();
  expect(screen.getByText(/^Confirming a claim applies/)).toBeTruthy();
});
