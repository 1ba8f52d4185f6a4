import { expect, test } from 'vitest';
import { businessPatch, businessValues } from '@/components/business/business-values';
import { expiryOf } from '@/components/business/licenses/expiry';
import { locationPatch, NEW_LOCATION } from '@/components/business/locations/location-values';
import { salesPatch, salesValues } from '@/components/business/sales-values';
import { timezoneOptions } from '@/components/business/timezones';
import type { Entity } from '@/components/business/types';
import { situationOf } from '@/components/partners/network/labels';
import { partnersOf } from '@/components/partners/network/partners';

const ENTITY: Entity = {
  id: '01940000-0000-7000-8000-000000000001',
  type: 'wholesaler',
  name: 'Golden Coast',
  legal_name: 'Golden Coast Inc.',
  license_number: 'C11-0000001-LIC',
  license_type: null,
  license_expiry: '2027-01-31',
  license_warnings: [],
  under_review: false,
  address: { street: '1 Pier Road', city: 'Oakland', state: 'CA', zip: '94607' },
  contact: { email: 'hello@golden.example', phone: '(510) 555-0100' },
  settings: {
    auto_sync: false,
    sync_frequency: 'manual',
    low_stock_threshold: 10,
    timezone: 'America/Los_Angeles',
    tax_rate_bps: 825,
    require_coa: false,
    require_manifest: false,
    pending_order_expiry_days: 7,
    max_pending_orders: 20,
    min_days_at_delivery: 0,
    same_state_only: true,
    max_reserved_percent: 40,
    minimum_order: null,
    max_manual_discount_bps: 10_000,
    weight_tolerance_bps: 0,
    backorder_days: 30,
    default_terms_days: 0,
    credit_check: 'placing',
    block_overdue_days: null,
    invoice_at: 'shipped',
    dunning: false,
    remittance_text: null,
    require_mfa: false,
    mfa_grace_days: 7,
    session_days: 30,
    session_idle_hours: 336,
  },
  logo_url: null,
  locations: [],
  created_at: '2026-01-01T00:00:00.000Z',
};

test('sends of a business only what was changed, grouped as the server takes it', () => {
  const before = businessValues(ENTITY);
  expect(businessPatch(before, before)).toEqual({});
  const after = { ...before, city: 'Berkeley', phone: '', expiry_days: null, license_expiry: '' };
  expect(businessPatch(before, after)).toEqual({
    license_expiry: null,
    address: { city: 'Berkeley' },
    contact: { phone: null },
    settings: { pending_order_expiry_days: null },
  });
});

test('sends of the rules of sale only what was changed', () => {
  const before = salesValues(ENTITY);
  expect(salesPatch(before, before)).toEqual({});
  expect(salesPatch(before, { ...before, tax: 7.25, require_coa: true })).toEqual({
    settings: { tax_rate_bps: 725, require_coa: true },
  });
  expect(salesPatch(before, { ...before, most_pending: null, share: 100 })).toEqual({
    settings: { max_pending_orders: null, max_reserved_percent: 100 },
  });
  expect(salesPatch(before, { ...before, backorder_days: 90 })).toEqual({
    settings: { backorder_days: 90 },
  });
});

test('converts every tax rate to percent and back unchanged', () => {
  const before = { ...salesValues(ENTITY), tax: null };
  for (let bps = 0; bps <= 10_000; bps++) {
    const after = salesValues({ ...ENTITY, settings: { ...ENTITY.settings, tax_rate_bps: bps } });
    expect(salesPatch(before, after).settings?.tax_rate_bps).toBe(bps);
  }
});

test('keeps a timezone outside the United States as a choice', () => {
  expect(timezoneOptions('Europe/Berlin')[0]).toEqual({ value: 'Europe/Berlin', label: 'Europe/Berlin' });
  expect(timezoneOptions('America/Denver').map(({ value }) => value)).not.toContain('Europe/Berlin');
});

test('sends of a location only the lines that were changed, and clears its license and hours', () => {
  const before = { ...NEW_LOCATION, name: 'Harbor', city: 'Oakland', license_number: 'C11-1' };
  expect(locationPatch(before, before)).toBeNull();
  expect(locationPatch(before, { ...before, license_number: '' })).toEqual({ license_number: null });
  const open = { ...before, receiving_hours: 'Mon–Fri' };
  expect(locationPatch(before, open)).toEqual({ receiving_hours: 'Mon–Fri' });
  expect(locationPatch(open, before)).toEqual({ receiving_hours: null });
  expect(locationPatch(before, { ...before, zip: '94607', receiving_room: 'quarantine' })).toEqual({
    receiving_room: 'quarantine',
    address: { zip: '94607' },
  });
});

test.each([
  ['2026-03-01', '2026-02-28', { tone: 'danger', text: 'Expires in 1 day' }],
  ['2026-03-01', '2026-03-01', { tone: 'danger', text: 'Expires today' }],
  ['2026-03-01', '2026-03-02', { tone: 'danger', text: 'Expired on Mar 1, 2026' }],
  ['2026-03-31', '2026-03-01', { tone: 'danger', text: 'Expires in 30 days' }],
  ['2026-04-01', '2026-03-01', { tone: 'warning', text: 'Expires in 31 days' }],
  ['2026-04-30', '2026-03-01', { tone: 'warning', text: 'Expires in 60 days' }],
  ['2026-05-01', '2026-03-01', null],
  [null, '2026-03-01', null],
])('a license until %s on %s', (expiry, today, state) => {
  expect(expiryOf(expiry, today)).toEqual(state);
});

test('looks for partners among those that can trade on the side', () => {
  expect(partnersOf('wholesaler', 'buying')).toMatchObject({ path: '/suppliers', seeks: 'cultivator' });
  expect(partnersOf('wholesaler', 'selling')).toMatchObject({ path: '/customers', seeks: 'retailer' });
  expect(partnersOf('retailer', 'buying').seeks).toBe('wholesaler');
  expect(partnersOf('cultivator', 'selling').seeks).toBe('wholesaler');
});

test('says who a connection waits for', () => {
  expect(situationOf({ status: 'pending', direction: 'incoming' })).toBe('Awaiting your response');
  expect(situationOf({ status: 'pending', direction: 'outgoing' })).toBe('Awaiting their response');
  expect(situationOf({ status: 'rejected', direction: 'outgoing' })).toBe('They rejected it');
});
