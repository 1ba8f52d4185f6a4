// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { GetStarted, isEmpty, isNew, isYoung } from '@/components/home/get-started';
import type { Overview } from '@/components/home/reports/types';
import { type Step, stepsFor } from '@/components/home/starts';
import { type EntityType, permissionsOf, type TeamRole } from '@/server/kernel/permissions';
import { navigation } from '../../../setup/navigation';

const refresh = vi.fn();
navigation.refresh = refresh;
afterEach(cleanup);

const overview = (current: number, previous: number, units: number) =>
  ({ figures: { orders: { current, previous } }, inventory: { units } }) as Overview;

/** How many rows each list of a business has. */
type Rows = Partial<
  Record<
    | 'locations'
    | 'products'
    | 'inventory'
    | 'customers'
    | 'connections'
    | 'menus'
    | 'team'
    | 'orders'
    | 'received',
    number
  >
>;

function stepsOf(role: TeamRole, type: EntityType, rows: Rows = {}, hasPos = false) {
  const list = (name: keyof Rows) => async () => ({
    data: Array.from({ length: rows[name] ?? 0 }, () => ({ id: name })),
  });
  const caller = {
    entity: {
      locations: { list: list('locations') },
      connections: { list: list('connections') },
      team: { list: list('team') },
    },
    products: { list: list('products') },
    inventory: {
      list: list('inventory'),
      pos: { get: () => (hasPos ? Promise.resolve({}) : Promise.reject(new Error('Not found.'))) },
    },
    customers: { list: list('customers') },
    menus: { list: list('menus') },
    orders: { counts: async () => ({ all: rows.orders ?? 0, delivered: rows.received ?? 0 }) },
  };
  const actor = { permissions: permissionsOf(role, type, false), entity: { id: 'e', type } };
  return stepsFor({ actor, caller } as unknown as Parameters<typeof stepsFor>[0]);
}
const hrefs = (steps: readonly Step[]) => steps.map(({ href }) => href);

test('shows how to start only without any order in two periods, and no figures without stock, too', () => {
  expect([isNew(overview(0, 0, 5)), isEmpty(overview(0, 0, 5))]).toEqual([true, false]);
  expect([isNew(overview(0, 0, 0)), isEmpty(overview(0, 0, 0))]).toEqual([true, true]);
  for (const busy of [overview(1, 0, 0), overview(0, 1, 0)])
    expect([isNew(busy), isEmpty(busy)]).toEqual([false, false]);
});

test('offers each kind of business its own steps, and a viewer none', async () => {
  const shared = ['/settings/locations', '/products/new', '/inventory/import'];
  expect(hrefs(await stepsOf('owner', 'retailer'))).toEqual([
    ...['/suppliers', '/market', '/purchases'],
    ...shared,
    ...['/settings/pos', '/settings/team?invite=true'],
  ]);
  for (const type of ['wholesaler', 'cultivator'] as const)
    expect(hrefs(await stepsOf('owner', type))).toEqual([
      ...shared,
      ...['/customers/new', '/orders/new', '/menus?new=true', '/settings/team?invite=true'],
    ]);
  expect(hrefs(await stepsOf('manager', 'wholesaler'))).toEqual([
    ...['/inventory/import', '/customers/new', '/orders/new', '/menus?new=true'],
  ]);
  expect(await stepsOf('viewer', 'retailer')).toEqual([]);
});

test('ticks what is done by itself: a member alone is no team', async () => {
  const done = async (rows: Rows, hasPos = false) =>
    hrefs((await stepsOf('owner', 'retailer', rows, hasPos)).filter((step) => step.done));
  expect(await done({ team: 1 })).toEqual([]);
  expect(await done({ locations: 1, inventory: 1 })).toEqual(['/settings/locations', '/inventory/import']);
  expect(await done({ locations: 1, products: 1, connections: 1, team: 2 }, true)).toEqual([
    ...['/suppliers', '/settings/locations', '/products/new', '/settings/pos', '/settings/team?invite=true'],
  ]);
  expect(await done({ connections: 1, orders: 1 })).toEqual(['/suppliers', '/market']);
  expect(await done({ connections: 1, orders: 2, received: 1 })).toEqual([
    ...['/suppliers', '/market', '/purchases'],
  ]);
});

test('stays for ninety days, also after the first order', () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  expect([isYoung(ago(0)), isYoung(ago(89)), isYoung(ago(91))]).toEqual([true, true, false]);
});

test('says how far it is, leads to what is left, and goes away when it is hidden', async () => {
  render(<GetStarted steps={await stepsOf('owner', 'wholesaler', { locations: 1, team: 1 })} />);
  expect(screen.getByRole('heading').textContent).toBe("Let's set up your business");
  expect(screen.getByText('1 of 7 done')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Steps done' })).toHaveProperty('value', 1);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    ...['/products/import', '/products/new', '/inventory/count', '/inventory/import'],
    ...['/customers/import', '/customers/new', '/orders/new', '/menus?new=true'],
    '/settings/team?invite=true',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Hide steps' }));
  expect(document.cookie).toContain('setup=hidden');
  expect(refresh).toHaveBeenCalled();
});
