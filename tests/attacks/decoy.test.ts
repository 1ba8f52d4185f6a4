import { describe, expect, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import { claimOf, createBusinessInvitation } from '../factories/business-invitation';
import { storePlaced } from '../factories/placed';
import { createSignUp, signUpOf } from '../factories/sign-up';
import { Client, ok } from '../setup/client';
import { eventually } from '../setup/eventually';
import { openOwnStage } from '../setup/stage';

const PASSWORD = 'the tide comes in at noon';
const PLANTED = { street: '1 Trap Road', city: 'Oakland', state: 'CA', zip: '94601' };
let count = 0;

describe.each(['review', 'open'] as const)('with SIGN_UP=%s', async (mode) => {
  const stage = await openOwnStage({ SIGN_UP: mode });
  const { anybody, db, sql } = stage;
  const newSeller = async () => {
    const business = await createBusiness(db, 'wholesaler', { createdAt: new Date('2026-01-01T00:00:00Z') });
    const owner = await stage.signIn(await createMember(db, business, 'owner'));
    return { id: business.id, owner };
  };
  const [attacker, honest] = [await newSeller(), await newSeller()];

  /** A business that the attacker enters by what it knows: another's license and email. */
  async function plant(license_number: string, email: string) {
    const row = ok(
      await attacker.owner.post<{ id: string; locations: [{ id: string }] }>('/api/v1/customers', {
        ...{ type: 'retailer', name: 'Decoy', license_number, license_expiry: '2020-01-01' },
        ...{ address: PLANTED, contact: { email } },
      }),
    );
    const buyer = { id: row.id, locationIds: [row.locations[0].id] };
    const pair = { seller: attacker as never, buyer: buyer as never };
    for (let n = 0; n < 3; n++)
      await storePlaced(sql, pair, { at: '2026-02-01T00:00:00Z', cents: 51_250_000 });
    return row;
  }

  /** All that the attacker can read, notifications and log among it. */
  const seen = async (rowId: string) => {
    await eventually(
      () => sql`select from notices union all select from events where sequence is null
        union all select from graphile_worker.jobs where task_identifier like 'compare%'`,
      (waiting) => expect(waiting).toHaveLength(0),
    );
    const paths = [
      'claims',
      'customers',
      `customers/${rowId}`,
      'events?limit=500',
      'audit-log',
      'notifications',
    ];
    const pages = await Promise.all(
      [...paths, 'entity/connections', 'business-invitations'].map((path) =>
        attacker.owner.get(`/api/v1/${path}`).then(({ status, text }) => `${path} ${status} ${text}`),
      ),
    );
    return pages.map((page) => page.replaceAll(/"as_of":"[^"]+"/g, ''));
  };

  async function expectOwn(owner: Client, rowId: string, connected: readonly string[]): Promise<void> {
    const mine = ok(
      await owner.get<{ id: string; license_expiry: string | null; locations: { address: string }[] }>(
        '/api/v1/entity',
      ),
    );
    expect(mine.id).not.toBe(rowId);
    expect(mine.license_expiry).toBeNull();
    expect(JSON.stringify(mine)).not.toContain('Trap Road');
    expect(mine.locations).toHaveLength(1);
    const { data } = ok(
      await owner.get<{ data: { entity: { id: string } }[] }>('/api/v1/entity/connections'),
    );
    expect(data.map(({ entity }) => entity.id)).toEqual(connected);
    for (const path of ['orders', 'invoices', 'drafts', 'backorders']) {
      expect(ok(await owner.get<{ data: object[] }>(`/api/v1/${path}`)).data).toEqual([]);
    }
  }

  const JOINING = {
    'signs up': async (license: string, email: string) => {
      const business = { type: 'retailer', license_number: license };
      const token = await createSignUp(db, signUpOf(business, { email }));
      const body = { token, password: PASSWORD };
      return {
        owner: new Client(stage.server.url, ok(await anybody.post<never>('/auth/sign-up/complete', body))),
        connected: [],
      };
    },
    'accepts the invitation of another seller': async (license: string, email: string) => {
      const token = await createBusinessInvitation(db, { entityId: honest.id, email });
      const body = claimOf(token, { license_number: license });
      return {
        owner: new Client(stage.server.url, ok(await anybody.post<never>('/auth/claims/accept', body))),
        connected: [honest.id],
      };
    },
  };

  test.each(Object.entries(JOINING))(
    'a business that %s gets nothing of what a seller planted, and the seller learns nothing of it',
    async (_, join) => {
      count += 1;
      const [license, email] = [`C10-45${count}-LIC`, `victim${count}@decoy.test`];
      const row = await plant(license, email);
      const before = await seen(row.id);
      const { owner, connected } = await join(license, email);
      await expectOwn(owner, row.id, connected);
      const { data } = ok(
        await owner.get<{ data: { id: string; orders: number }[] }>('/api/v1/claims?role=claimant'),
      );
      expect(data).toMatchObject([{ entity_id: row.id, status: 'offered', orders: 3 }]);
      expect(await seen(row.id)).toEqual(before);
      // Nor what it does with the offer.
      ok(await owner.post('/api/v1/claims/reject', { ids: data.map(({ id }) => id) }));
      expect(await seen(row.id)).toEqual(before);
      await expectOwn(owner, row.id, connected);
    },
  );

  test('a seller that knows the license alone, or the email alone, is not even offered', async () => {
    count += 1;
    const [license, email] = [`C10-45${count}-LIC`, `victim${count}@decoy.test`];
    const byLicense = await plant(license, `guess${count}@decoy.test`);
    const byEmail = await plant(`GUESS-${count}`, email);
    const before = await Promise.all([seen(byLicense.id), seen(byEmail.id)]);
    const { owner } = await JOINING['signs up'](license, email);
    expect(ok(await owner.get<{ data: object[] }>('/api/v1/claims')).data).toEqual([]);
    expect(await Promise.all([seen(byLicense.id), seen(byEmail.id)])).toEqual(before);
  });

  test('joining takes as long, and says as much, whether a seller has planted a row or not', async () => {
    const shapes = new Set<string>();
    const took = { planted: [] as number[], none: [] as number[] };
    for (const kind of ['planted', 'none', 'none', 'planted'] as const) {
      count += 1;
      const [license, email] = [`C10-45${count}-LIC`, `victim${count}@decoy.test`];
      if (kind === 'planted') await plant(license, `other${count}@decoy.test`);
      const token = await createSignUp(
        db,
        signUpOf({ type: 'retailer', license_number: license }, { email }),
      );
      const began = performance.now();
      const answer = await anybody.post<object>('/auth/sign-up/complete', { token, password: PASSWORD });
      took[kind].push(performance.now() - began);
      shapes.add(`${answer.status} ${Object.keys(answer.body).sort()}`);
    }
    expect([...shapes]).toHaveLength(1);
    // Each waits for the same time (decision 510): what is left is noise.
    for (const ms of Object.values(took).flat()) expect(ms).toBeGreaterThan(400);
  });
});
