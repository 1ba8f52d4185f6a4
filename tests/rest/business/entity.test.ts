import { beforeAll, describe, expect, test } from 'vitest';
import { type Business, connect, createBusiness, createMember, createTeam } from '../../factories/business';
import type { Client } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { openStage } from '../../setup/stage';

const stage = await openStage();
let business: Business;
let clients: Client[];
beforeAll(async () => {
  business = await createBusiness(stage.db, 'wholesaler', {
    name: 'Bay Distribution',
    locationCount: 2,
    licenseType: 'distributor',
    licenseExpiry: '2030-12-31',
    contactPhone: '+1 510 555 0100',
    taxRateBps: 825,
    timezone: 'America/Los_Angeles',
  });
  const team = await createTeam(stage.db, business);
  clients = await Promise.all(Object.values(team).map(stage.signIn));
});

describe('GET /api/v1/entity', () => {
  test('returns all fields for every role (200)', async () => {
    for (const client of clients) {
      const { status, body } = await client.get('/api/v1/entity');
      expect(status).toBe(200);
      expect(body).toEqual({
        id: business.id,
        type: 'wholesaler',
        name: 'Bay Distribution',
        legal_name: 'Bay Distribution Inc.',
        license_number: expect.any(String),
        license_type: 'distributor',
        license_expiry: '2030-12-31',
        license_warnings: [expect.objectContaining({ code: 'unexpected_format' })],
        under_review: false,
        address: { street: expect.any(String), city: 'Oakland', state: 'CA', zip: '94601' },
        contact: { email: expect.any(String), phone: '+1 510 555 0100' },
        logo_url: null,
        settings: {
          auto_sync: false,
          sync_frequency: 'manual',
          low_stock_threshold: 10,
          timezone: 'America/Los_Angeles',
          tax_rate_bps: 825,
          require_coa: false,
          require_manifest: false,
          pending_order_expiry_days: null,
          max_pending_orders: null,
          max_reserved_percent: 100,
          mcp_confirm: 'ask',
          max_manual_discount_bps: 10000,
          minimum_order: null,
          weight_tolerance_bps: 0,
          same_state_only: true,
          backorder_days: 30,
          default_terms_days: 0,
          credit_check: 'placing',
          block_overdue_days: null,
          invoice_at: 'shipped',
          dunning: false,
          remittance_text: null,
          require_mfa: false,
          mfa_grace_days: 7,
          min_days_at_delivery: 0,
          session_days: 30,
          session_idle_hours: 336,
        },
        locations: business.locationIds.map((id, i) => ({
          id,
          name: `Place ${i + 1}`,
          address: `${i + 1} Side St, Oakland, CA 94602`,
        })),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
    }
  });

  test('rejects a missing token (401)', async () => {
    expectError(await stage.anybody.get('/api/v1/entity'), 'UNAUTHORIZED');
  });
});

describe('GET /api/v1/entity/locations', () => {
  test('lists oldest first with structured addresses (200)', async () => {
    const { status, body } = await (clients[0] as Client).get('/api/v1/entity/locations');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: business.locationIds.map((id, i) => ({
        id,
        name: `Place ${i + 1}`,
        address: { street: `${i + 1} Side St`, city: 'Oakland', state: 'CA', zip: '94602' },
        license_number: null,
        license_warnings: [],
        receiving_room: 'vault',
        receiving_hours: null,
        delivery_days: [],
        order_cutoff: null,
        external_ids: {},
        active: true,
        created_at: `2026-01-0${i + 1}T00:00:00.000Z`,
      })),
      pagination: { page: 1, limit: 50, total: 2, has_more: false },
    });
  });

  test('lists page by page (200)', async () => {
    const { body } = await (clients[0] as Client).get('/api/v1/entity/locations?page=2&limit=1');
    expect(body).toMatchObject({
      data: [{ id: business.locationIds[1] }],
      pagination: { page: 2, limit: 1, total: 2, has_more: false },
    });
  });

  test('rejects a missing token (401)', async () => {
    expectError(await stage.anybody.get('/api/v1/entity/locations'), 'UNAUTHORIZED');
  });
});

describe('GET /api/v1/entity/connections', () => {
  test('lists newest first, for either side (200)', async () => {
    const { db } = stage;
    const [one, two, stranger] = await Promise.all([
      createBusiness(db, 'retailer', { name: 'Corner' }),
      createBusiness(db, 'cultivator', { name: 'Farm' }),
      createBusiness(db, 'retailer'),
    ]);
    const outgoing = await connect(db, business, one, 'pending');
    await new Promise((resolve) => setTimeout(resolve, 5));
    const incoming = await connect(db, two, business);
    await connect(db, one, two, 'rejected');
    const { status, body } = await (clients[0] as Client).get('/api/v1/entity/connections');
    expect(status).toBe(200);
    const common = { message: null, created_at: expect.any(String), updated_at: expect.any(String) };
    expect(body).toEqual({
      data: [
        {
          ...common,
          id: incoming,
          entity: { id: two.id, name: 'Farm', type: 'cultivator' },
          direction: 'incoming',
          status: 'accepted',
          responded_at: expect.any(String),
        },
        {
          ...common,
          id: outgoing,
          entity: { id: one.id, name: 'Corner', type: 'retailer' },
          direction: 'outgoing',
          status: 'pending',
          responded_at: null,
        },
      ],
      pagination: { page: 1, limit: 50, total: 2, has_more: false, next_cursor: null },
      as_of: expect.any(String),
    });
    const alone = await stage.signIn(await createMember(db, stranger, 'viewer'));
    expect((await alone.get('/api/v1/entity/connections')).body).toMatchObject({ data: [] });
  });

  test('rejects a missing token (401)', async () => {
    expectError(await stage.anybody.get('/api/v1/entity/connections'), 'UNAUTHORIZED');
  });
});
