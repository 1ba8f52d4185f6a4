// @vitest-environment happy-dom
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { keepChoice } from '@/components/ui/base/cookie';
import { creationsFor } from '@/components/ui/shell/creations';
import { currentEntry, familyOf } from '@/components/ui/shell/current-entry';
import { addressAt, hasLocationFilter } from '@/components/ui/shell/location-choice';
import { navigationFor } from '@/components/ui/shell/navigation';
import { announcePageChange, onPageChange } from '@/components/ui/shell/page-change';
import { actionsFor } from '@/components/ui/shell/palette-actions';
import { filtersFor } from '@/components/ui/shell/palette-filters';
import { rank } from '@/components/ui/shell/palette-rank';
import { settingsSections } from '@/components/ui/shell/settings-navigation';
import { setSidebar, sidebarChoice } from '@/components/ui/shell/sidebar-width';
import { ENTITY_TYPES } from '@/server/kernel/entity-types';
import { type EntityType, permissionsOf, TEAM_ROLES, type TeamRole } from '@/server/kernel/permissions';

const MEMBERS = TEAM_ROLES.flatMap((role) => ENTITY_TYPES.map((type) => ({ role, type })));

const outline = (type: EntityType) =>
  navigationFor('owner', type).groups.map(
    ({ label, entries }) => `${label ?? ''}: ${entries.map((entry) => entry.label).join(', ')}`,
  );

afterEach(() => {
  keepChoice('sidebar', null);
  delete document.documentElement.dataset.sidebar;
  vi.unstubAllGlobals();
});

test('groups the sidebar by entity type', () => {
  expect(outline('retailer')).toEqual([
    ': Home',
    'Orders: Purchases, Market, Reorder, Cart',
    'Stock: Inventory, Batches, Counts, Products',
    'Network: Suppliers',
    'Money: Bills',
    ': Reports',
  ]);
  expect(outline('wholesaler')).toEqual([
    ': Home',
    'Orders: Sales, Purchases, Order requests, Market, Reorder, Cart',
    'Stock: Inventory, Batches, Counts, Products',
    'Network: Customers, Suppliers, Price lists, Offers',
    'Money: Invoices',
    ': Reports',
  ]);
  expect(outline('cultivator')).toEqual([
    ': Home',
    'Orders: Sales, Order requests',
    'Stock: Inventory, Batches, Counts, Products',
    'Network: Customers, Price lists, Offers',
    'Money: Invoices',
    ': Reports',
  ]);
});

test('has at most 13 entries in the sidebar of a shop and 18 in that of a seller, settings included', () => {
  for (const { role, type } of MEMBERS) {
    const { groups } = navigationFor(role, type);
    const count = groups.reduce((sum, { entries }) => sum + entries.length, 1);
    expect(count, `${role} of a ${type}`).toBeLessThanOrEqual(type === 'retailer' ? 13 : 18);
  }
});

test('shows the pages that have no entry as tabs of one that has', () => {
  const labels = (role: TeamRole, type: EntityType, href: string) =>
    familyOf(navigationFor(role, type).pages, href).map(({ label }) => label);
  expect(labels('owner', 'retailer', '/orders')).toEqual(['Purchases', 'Drafts and quotes', 'Backorders']);
  expect(labels('owner', 'wholesaler', '/claims')).toEqual(['Customers', 'Claims']);
  expect(labels('owner', 'wholesaler', '/receivables')).toEqual([
    ...['Invoices', 'Payments', 'Receivables', 'Bank', 'Pay runs'],
  ]);
  expect(labels('owner', 'wholesaler', '/menus')).toEqual(['Price lists', 'Menus']);
  expect(labels('viewer', 'cultivator', '/inventory/transfers')).toEqual(['Inventory', 'Transfers', 'Syncs']);
  expect(labels('owner', 'retailer', '/market')).toEqual([]);
  expect(labels('owner', 'retailer', '/orders/0194')).toEqual([]);
  for (const { role, type } of MEMBERS) {
    const { pages, groups } = navigationFor(role, type);
    const entries = groups.flatMap((group) => group.entries.map(({ href }) => href));
    for (const { href, under } of pages) {
      if (href !== '/settings') expect(entries, `${role} of a ${type}: ${href}`).toContain(under ?? href);
    }
  }
});

test.each(MEMBERS)('gives a $role of a $type four tabs at most, each also in the sidebar', (member) => {
  const { tabs, pages } = navigationFor(member.role, member.type);
  expect(tabs.length).toBeGreaterThanOrEqual(3);
  expect(tabs.length).toBeLessThanOrEqual(4);
  for (const tab of tabs) expect(pages).toContainEqual(tab);
});

test('hides pages that only change something from a viewer', () => {
  const { pages } = navigationFor('viewer', 'retailer');
  expect(pages.map(({ href }) => href)).not.toContain('/inventory/count');
  expect(pages.map(({ href }) => href)).not.toContain('/cart');
  expect(creationsFor(permissionsOf('viewer', 'retailer'), 'retailer')).toEqual([]);
});

test('offers only what the role and the entity type may create', () => {
  const labels = (role: TeamRole, type: EntityType) =>
    creationsFor(permissionsOf(role, type), type).map(({ label }) => label);
  const stock = ['Goods receipt', 'Transfer', 'Count'];
  expect(labels('owner', 'retailer')).toEqual(['Order', 'Product', ...stock, 'Invitation']);
  expect(labels('manager', 'retailer')).toEqual(['Order', ...stock]);
  expect(labels('manager', 'cultivator')).toContain('Harvest');
  expect(labels('admin', 'wholesaler')).toEqual([
    'Order for a customer',
    'Purchase',
    'Product',
    'Customer',
    'Menu',
    'Payment',
    ...stock,
    'Invitation',
  ]);
});

test('hides money of the whole business from members who are limited to locations', () => {
  const held = permissionsOf('admin', 'wholesaler');
  const hrefs = (isLimited: boolean) => [
    ...navigationFor('admin', 'wholesaler', isLimited).pages.map(({ href }) => href),
    ...settingsSections('admin', 'wholesaler', isLimited).map(({ href }) => href),
    ...actionsFor(held, 'wholesaler', isLimited).map(({ href }) => href),
  ];
  const whole = ['/payments', '/receivables', '/reports/margins', '/settings/books'];
  expect(hrefs(false)).toEqual(expect.arrayContaining(whole));
  expect(hrefs(true).filter((href) => whole.includes(href))).toEqual([]);
});

test('links only to pages that exist', () => {
  const hrefs = MEMBERS.flatMap(({ role, type }) => {
    const held = permissionsOf(role, type);
    return [
      ...navigationFor(role, type).pages,
      ...settingsSections(role, type),
      ...creationsFor(held, type),
      ...actionsFor(held, type),
      ...filtersFor(type),
    ].map(({ href }) => href.split(/[?#]/)[0]);
  });
  const absent = [...new Set(hrefs)].filter((path) => !existsSync(`app/(dashboard)${path}/page.tsx`));
  expect(absent).toEqual([]);
});

test('draws an icon for each entry', () => {
  const css = readFileSync('components/ui/shell/navigation.css', 'utf8');
  const icons = MEMBERS.flatMap(({ role, type }) => navigationFor(role, type).pages.map(({ icon }) => icon));
  expect([...new Set(icons)].filter((icon) => !css.includes(`[data-icon="${icon}"]`))).toEqual([]);
});

test('uses each letter after G once', () => {
  for (const { role, type } of MEMBERS) {
    const places = [...navigationFor(role, type).pages, ...settingsSections(role, type)];
    const letters = places.flatMap(({ letter }) => letter ?? []);
    expect(letters).toEqual([...new Set(letters)]);
  }
});

test('marks the innermost entry as current', () => {
  const { pages } = navigationFor('owner', 'retailer');
  expect(currentEntry(pages, '/inventory/count')).toBe('/inventory/count');
  expect(currentEntry(pages, '/inventory/0194')).toBe('/inventory');
  expect(currentEntry(pages, '/settings/api/keys')).toBe('/settings');
  expect(currentEntry(pages, '/')).toBe('/');
  expect(currentEntry(pages, '/nowhere')).toBeUndefined();
});

test('ranks a whole label before its start, a word, a part and keywords', () => {
  const entries = ['Low stock', 'Stock', 'Stockroom', 'Overstock', 'Counts'];
  const ranked = entries
    .map((label) => ({ label, score: rank('stock', label, label === 'Counts' ? ['stocktake'] : []) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  expect(ranked.map(({ label }) => label)).toEqual([
    'Stock',
    'Stockroom',
    'Low stock',
    'Overstock',
    'Counts',
  ]);
});

test('finds an entry by several words in any order, and never by letters alone', () => {
  expect(rank('stock low', 'Low stock')).toBeGreaterThan(0);
  expect(rank('LOW', 'Low stock')).toBeGreaterThan(0);
  expect(rank('lk', 'Low stock')).toBe(0);
  expect(rank('low csv', 'Low stock', ['inventory'])).toBe(0);
});

test("puts the location into a list's address from its first page", () => {
  expect(addressAt('/inventory', 'low_stock=true&page=3', 'a')).toBe(
    '/inventory?low_stock=true&location_id=a',
  );
  expect(addressAt('/inventory', 'location_id=a&page=2', null)).toBe('/inventory');
  expect(hasLocationFilter('/inventory')).toBe(true);
  expect(hasLocationFilter('/orders')).toBe(false);
});

test('announces a page change, but no link to the open page', () => {
  const begin = vi.fn();
  const end = onPageChange(begin);
  announcePageChange(window.location.href, 'push');
  expect(begin).not.toHaveBeenCalled();
  announcePageChange('/orders?status=pending', 'push');
  announcePageChange(window.location.href, 'traverse');
  expect(begin).toHaveBeenCalledTimes(2);
  end();
  announcePageChange('/orders', 'push');
  expect(begin).toHaveBeenCalledTimes(2);
});

test.each([
  { wide: true, kept: 'collapsed', byWidth: 'expanded' },
  { wide: false, kept: 'expanded', byWidth: 'collapsed' },
] as const)(
  'keeps a sidebar that is $kept only where the width says otherwise',
  ({ wide, kept, byWidth }) => {
    vi.stubGlobal('matchMedia', () => ({ matches: wide }));
    setSidebar(kept);
    expect(document.documentElement.dataset.sidebar).toBe(kept);
    expect(document.cookie).toContain(`sidebar=${kept}`);
    setSidebar(byWidth);
    expect(document.documentElement.dataset.sidebar).toBeUndefined();
    expect(document.cookie).not.toContain(`sidebar=${kept}`);
  },
);

test('takes no other value of the cookie', () => {
  expect(sidebarChoice('expanded')).toBe('expanded');
  expect(sidebarChoice('"><script>')).toBeUndefined();
});
