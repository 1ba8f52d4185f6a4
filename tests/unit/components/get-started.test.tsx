// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { GetStarted, isEmpty } from '@/components/home/get-started';
import type { Overview } from '@/components/reports/types';
import { type EntityType, permissionsOf, type TeamRole } from '@/server/kernel/permissions';

const overview = (current: number, previous: number, units: number) =>
  ({ figures: { orders: { current, previous } }, inventory: { units } }) as Overview;

/** What Home of a business that has just begun offers a member. */
function offered(role: TeamRole, type: EntityType): Array<string | null> {
  const actor = { permissions: permissionsOf(role, type, false), entity: { type } };
  const { unmount } = render(<GetStarted actor={actor as Parameters<typeof GetStarted>[0]['actor']} />);
  expect(screen.getByRole('heading').textContent).toBe("Let's set up your business");
  const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  unmount();
  return links;
}

test('shows how to start only without any order in two periods and without stock', () => {
  expect(isEmpty(overview(0, 0, 0))).toBe(true);
  for (const busy of [overview(1, 0, 0), overview(0, 1, 0), overview(0, 0, 1)])
    expect(isEmpty(busy)).toBe(false);
});

test('offers each kind of business its first steps, and a viewer none', () => {
  expect(offered('owner', 'retailer')).toEqual(['/suppliers', '/products/new', '/inventory/import']);
  expect(offered('owner', 'wholesaler')).toEqual(['/products/new', '/inventory/import', '/customers/new']);
  expect(offered('admin', 'cultivator')).toEqual(['/products/new', '/inventory/import', '/customers/new']);
  expect(offered('viewer', 'retailer')).toEqual([]);
});
