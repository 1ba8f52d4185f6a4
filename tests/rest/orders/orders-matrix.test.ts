import { beforeAll, describe, expect, test } from 'vitest';
import { createTeam } from '../../factories/business';
import { type OrderBody, openTrade, placeOrderIn, type Trade } from '../../factories/trade';
import type { Client } from '../../setup/client';
import { expectError } from '../../setup/expect';
import { sampleOf } from '../../setup/full';
import { expectStockAddsUp } from '../../setup/invariants';
import { openStage } from '../../setup/stage';

const stage = await openStage();

const STATUSES = ['pending', 'accepted', 'preparing', 'shipped', 'delivered', 'cancelled'] as const;
type Status = (typeof STATUSES)[number];
type Side = 'retailer' | 'wholesaler';

/** Responses to owner, admin and manager: rows are current statuses, columns target statuses, in the order above. */
const MATRIX: Record<Side, Record<Status, [number, number, number, number, number, number]>> = {
  retailer: {
    pending: [409, 403, 403, 403, 409, 200],
    accepted: [409, 403, 403, 403, 409, 200],
    preparing: [409, 403, 403, 403, 409, 409],
    shipped: [409, 403, 403, 403, 200, 409],
    delivered: [409, 403, 403, 403, 409, 409],
    cancelled: [409, 403, 403, 403, 409, 409],
  },
  wholesaler: {
    pending: [409, 200, 409, 409, 409, 200],
    accepted: [409, 409, 200, 409, 409, 200],
    preparing: [409, 409, 409, 200, 409, 200],
    shipped: [409, 409, 409, 409, 200, 409],
    delivered: [409, 409, 409, 409, 409, 409],
    cancelled: [409, 409, 409, 409, 409, 409],
  },
};

/** `details.allowed` of a rejection. */
const ALLOWED: Record<Side, Record<Status, Status[]>> = {
  retailer: {
    pending: ['cancelled'],
    accepted: ['cancelled'],
    preparing: [],
    shipped: ['delivered'],
    delivered: [],
    cancelled: [],
  },
  wholesaler: {
    pending: ['accepted', 'cancelled'],
    accepted: ['preparing', 'cancelled'],
    preparing: ['shipped', 'cancelled'],
    shipped: ['delivered'],
    delivered: [],
    cancelled: [],
  },
};

const ROLES = ['owner', 'admin', 'manager', 'viewer'] as const;
let trade: Trade;
let teams: Record<Side, Record<(typeof ROLES)[number], Client>>;
beforeAll(async () => {
  trade = await openTrade(stage, { quantity: 10_000 });
  const signedIn = async (side: Side) => {
    const team = await createTeam(stage.db, trade[side]);
    const clients = await Promise.all(ROLES.map((role) => stage.signIn(team[role])));
    return Object.fromEntries(clients.map((client, i) => [ROLES[i], client])) as Record<
      (typeof ROLES)[number],
      Client
    >;
  };
  teams = { retailer: await signedIn('retailer'), wholesaler: await signedIn('wholesaler') };
});

/** Orders in a status; one that has left it is replaced. */
const standing = new Map<Status, OrderBody>();
async function orderIn(status: Status): Promise<OrderBody> {
  const order = standing.get(status) ?? (await placeOrderIn(trade, status));
  standing.set(status, order);
  return order;
}

/** Those who differ in rights, before those whose rights are an owner's here. */
const TRIED = sampleOf(['owner', 'viewer', 'admin', 'manager'] as const, 2);
const CASES = (['retailer', 'wholesaler'] as const).flatMap((side) =>
  TRIED.flatMap((role) =>
    STATUSES.flatMap((from) =>
      STATUSES.map((to, column) => ({
        side,
        role,
        from,
        to,
        expected: role === 'viewer' ? 403 : (MATRIX[side][from][column] ?? 0),
      })),
    ),
  ),
);

test('covers 6 × 6 statuses × 2 sides × the roles', () => {
  expect(CASES).toHaveLength(6 * 6 * 2 * TRIED.length);
});

/** What a step to a status records in the lines. */
function unitsAfter(to: Status, quantity: number): object {
  if (to === 'delivered') return { received_quantity: quantity };
  return to === 'shipped' ? { shipped_quantity: quantity } : {};
}

describe('PATCH /api/v1/orders/{id}/status', () => {
  test.each(CASES)(
    'returns $expected to the $side’s $role for $from → $to',
    async ({ side, role, from, to, expected }) => {
      const order = await orderIn(from);
      const answer = await teams[side][role].patch<OrderBody>(`/api/v1/orders/${order.id}/status`, {
        status: to,
      });
      expect(answer.status, answer.text).toBe(expected);
      if (expected === 200) {
        standing.delete(from);
        expect(answer.body).toEqual({
          ...order,
          status: to,
          items: order.items.map((item) => ({ ...item, ...unitsAfter(to, item.quantity) })),
          updated_at: expect.any(String),
          cancellation: to === 'cancelled' ? expect.objectContaining({ reason: null }) : null,
          invoice:
            to === 'shipped'
              ? { id: expect.any(String), number: expect.stringMatching(/^INV-\d{7}$/) }
              : order.invoice,
          // A retailer's delivery accepts everything.
          credit_total: to === 'delivered' && side === 'retailer' ? 0 : null,
        });
      } else if (expected === 409) {
        const details = expectError(answer, 'INVALID_TRANSITION');
        expect(details).toEqual({ reason: 'invalid_transition', from, to, allowed: ALLOWED[side][from] });
      } else {
        const details = expectError(answer, 'FORBIDDEN');
        expect(details).toEqual(
          role === 'viewer'
            ? { reason: 'permission_required', permission: 'update:orders' }
            : { reason: 'other_party', side },
        );
      }
      const { body } = await trade.buyer.get<OrderBody>(`/api/v1/orders/${order.id}`);
      expect(body.status).toBe(expected === 200 ? to : from);
    },
  );
});

describe('POST /api/v1/orders/{id}/cancel', () => {
  const cancels = CASES.filter(({ to }) => to === 'cancelled');
  test.each(cancels)(
    'returns $expected to the $side’s $role while $from',
    async ({ side, role, from, expected }) => {
      const order = await orderIn(from);
      const answer = await teams[side][role].post<OrderBody>(`/api/v1/orders/${order.id}/cancel`);
      expect(answer.status, answer.text).toBe(expected);
      if (expected === 200) {
        standing.delete(from);
        expect(answer.body).toEqual({
          ...order,
          status: 'cancelled',
          updated_at: expect.any(String),
          cancellation: expect.objectContaining({ reason: null }),
        });
      } else if (expected === 409) {
        const details = expectError(answer, 'INVALID_TRANSITION');
        expect(details).toEqual({
          reason: 'invalid_transition',
          from,
          to: 'cancelled',
          allowed: ALLOWED[side][from],
        });
      } else {
        expect(expectError(answer, 'FORBIDDEN')).toEqual({
          reason: 'permission_required',
          permission: 'cancel:orders',
        });
      }
    },
  );
});

test('keeps the stock consistent through all of that', async () => {
  await expectStockAddsUp(stage.sql);
});
