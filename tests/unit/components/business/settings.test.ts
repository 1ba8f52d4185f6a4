import { expect, test } from 'vitest';
import { businessPatch, businessValues } from '@/components/business/business-values';
import { expiryOf } from '@/components/business/licenses/expiry';
import { locationForm, NEW_LOCATION } from '@/components/business/locations/location-values';
import { settingsOfCard } from '@/components/business/settings-form';
import { settingsPatch, settingsSchema, settingsValues } from '@/components/business/settings-values';
import { timezoneOptions } from '@/components/business/timezones';
import type { Entity } from '@/components/business/types';
import { situationOf } from '@/components/partners/network/labels';
import { partnersOf } from '@/components/partners/network/partners';
import { SETTING_NAMES, SETTINGS, type Setting } from '@/server/features/entities/settings.schema';

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
    mcp_confirm: 'ask',
  },
  logo_url: null,
  locations: [],
  created_at: '2026-01-01T00:00:00.000Z',
};

test('sends of a business only what was changed, grouped as the server takes it', () => {
  const before = businessValues(ENTITY);
  expect(businessPatch(before, before)).toEqual({});
  const after = {
    ...before,
    city: 'Berkeley',
    phone: '',
    pending_order_expiry_days: null,
    license_expiry: '',
  };
  expect(businessPatch(before, after)).toEqual({
    license_expiry: null,
    address: { city: 'Berkeley' },
    contact: { phone: null },
    settings: { pending_order_expiry_days: null },
  });
});

test('sends of the rules of sale only what was changed', () => {
  const before = settingsValues(ENTITY, SETTING_NAMES);
  expect(settingsPatch(before, before)).toEqual({});
  expect(settingsPatch(before, { ...before, tax_rate_bps: 7.25, require_coa: true })).toEqual({
    settings: { tax_rate_bps: 725, require_coa: true },
  });
  expect(settingsPatch(before, { ...before, max_pending_orders: null, max_reserved_percent: 100 })).toEqual({
    settings: { max_pending_orders: null, max_reserved_percent: 100 },
  });
});

test('converts every tax rate to percent and back unchanged', () => {
  for (let bps = 0; bps <= 10_000; bps++) {
    const settings = { ...ENTITY.settings, tax_rate_bps: bps };
    const after = settingsValues({ ...ENTITY, settings }, ['tax_rate_bps']);
    expect(settingsPatch({ tax_rate_bps: null }, after).settings?.tax_rate_bps).toBe(bps);
  }
});

test.each([
  ['backorder_days', [1, 365], [0, 366, 1.5, null], 'Enter 1 to 365 days'],
  ['max_pending_orders', [1, 10_000, null], [0, 10_001], 'Enter 1 to 10,000 orders, or leave it empty'],
  ['max_reserved_percent', [1, 100], [0, 101, null], 'Enter a whole percentage from 1 to 100'],
  ['weight_tolerance_bps', [0, 10, 2.25], [-1, 10.01, null], 'Enter a percentage from 0 to 10'],
  ['low_stock_threshold', [0, 1_000_000], [-1, 1_000_001, null], 'Enter 0 to 1,000,000 units'],
  ['minimum_order', [0, 500, null], [-1], 'Enter an amount'],
] as const)('takes of %s what the server takes', (name, right, wrong, message) => {
  const schema = settingsSchema([name]);
  for (const value of right) expect(schema.safeParse({ [name]: value }).success).toBe(true);
  for (const value of wrong) {
    const { error } = schema.safeParse({ [name]: value });
    expect(error?.issues[0]?.message).toBe(message);
  }
});

test('shows each setting of a card by a name of its own', () => {
  const cards = Object.values(SETTINGS).flatMap((setting: Setting) => setting.card ?? []);
  const shown = [...new Set(cards)].flatMap(settingsOfCard);
  expect(shown.filter((name) => !(SETTINGS[name] as Setting).label)).toEqual([]);
  // On the page of the business.
  const elsewhere = ['timezone', 'pending_order_expiry_days'];
  expect([...shown, ...elsewhere].sort()).toEqual([...SETTING_NAMES].sort());
});

test('keeps a timezone outside the United States as a choice', () => {
  expect(timezoneOptions('Europe/Berlin')[0]).toEqual({ value: 'Europe/Berlin', label: 'Europe/Berlin' });
  expect(timezoneOptions('America/Denver').map(({ value }) => value)).not.toContain('Europe/Berlin');
});

test('sends of a location only the lines that were changed, and clears its license and hours', () => {
  const before = { ...NEW_LOCATION, name: 'Harbor', city: 'Oakland', license_number: 'C11-1' };
  expect(locationForm.patch(before, before)).toBeNull();
  expect(locationForm.patch(before, { ...before, license_number: '' })).toEqual({ license_number: null });
  const open = { ...before, receiving_hours: 'Mon–Fri' };
  expect(locationForm.patch(before, open)).toEqual({ receiving_hours: 'Mon–Fri' });
  expect(locationForm.patch(open, before)).toEqual({ receiving_hours: null });
  expect(locationForm.patch(before, { ...before, zip: '94607', receiving_room: 'quarantine' })).toEqual({
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
