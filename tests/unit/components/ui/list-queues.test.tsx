// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { EndpointsPage } from '@/components/business/webhooks/list-page';
import { ProductsPage } from '@/components/catalog/products/list-page';
import { ConnectionsPage } from '@/components/partners/network/connections-page';
import type { ConnectionPage } from '@/components/partners/network/types';
import { BatchesPage } from '@/components/stock/batches/list-page';
import { SyncsPage } from '@/components/stock/pos/syncs/list-page';
import { type Call, pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
navigation.pathname = '/list';
afterEach(cleanup);

const asked = (calls: readonly Call[], path: string) =>
  calls.filter((call) => call.path === path).map(({ input }) => input);

const NO_REQUESTS: ConnectionPage = { ...pageOf([]), data: [], as_of: '2026-01-02T00:00:00.000Z' };

test('Certificate missing asks for products without a certificate, and none left means all caught up', async () => {
  const { calls, user } = showPage(<ProductsPage owners={[]} />, () => pageOf([]));
  expect(await screen.findByText('No products yet')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Certificate missing' }));
  expect(await screen.findByText('All caught up')).toBeTruthy();
  expect(asked(calls, 'products.list').at(-1)).toMatchObject({ page: 1, has_coa: false });
  expect(screen.getByRole('button', { name: 'Certificate missing' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
});

test('Failing now asks for the latest failed sync of each location', async () => {
  const { calls, user } = showPage(<SyncsPage locations={[]} />, () => pageOf([]));
  expect(await screen.findByText('No syncs yet')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Failing now' }));
  await waitFor(() => expect(screen.queryByText('No syncs yet')).toBeNull());
  expect(screen.getAllByText('All caught up')).toHaveLength(2);
  expect(asked(calls, 'inventory.sync.list').at(-1)).toMatchObject({ page: 1, failing: true });
});

test('a tab is not a filter: without rows it leads back to all of them', async () => {
  const { calls, user } = showPage(<ConnectionsPage pending={NO_REQUESTS} />, () => pageOf([]), {
    address: '?status=rejected',
  });
  expect(await screen.findByText('No connections here')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show all connections' }));
  expect(await screen.findByText('No suppliers yet')).toBeTruthy();
  expect(asked(calls, 'entity.connections.list').at(-1)).not.toHaveProperty('status');
});

test('clearing filters keeps the tab', async () => {
  const address = '?view=held&test_status=failed';
  const { calls, user } = showPage(<BatchesPage today="2026-01-02" locations={[]} />, () => pageOf([]), {
    address,
  });
  await user.click((await screen.findAllByRole('button', { name: 'Clear filters' }))[0] as HTMLElement);
  expect(await screen.findByText('All caught up')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  expect(asked(calls, 'batches.list').at(-1)).toMatchObject({ held: true });
  expect(asked(calls, 'batches.list').at(-1)).not.toHaveProperty('test_status');
});

const endpoint = (id: string, fields = {}) => ({
  id,
  url: `https://${id}.example/hooks`,
  description: null,
  events: ['*'],
  active: true,
  disabled_reason: null,
  created_at: '2026-01-02T15:04:05.000Z',
  ...fields,
});
const attempt = (status: number) => ({
  id: 'd',
  attempts: [{ kind: 'scheduled', at: new Date().toISOString(), status_code: status, error: null }],
});

test('the failing endpoints are those that we disabled or that failed in 24 hours, by an address too', async () => {
  const endpoints = [
    endpoint('fine'),
    endpoint('down'),
    endpoint('paused', { active: false, disabled_reason: 'manual' }),
    endpoint('given-up', { active: false, disabled_reason: 'failing' }),
  ];
  const answer = (path: string, input: unknown) => {
    if (path === 'webhooks.list') return pageOf(endpoints);
    return pageOf((input as { id: string }).id === 'down' ? [attempt(503)] : [attempt(200)]);
  };
  showPage(<EndpointsPage existing={4} choices={[]} />, answer, { address: '?failing=true' });
  expect((await screen.findAllByText(/down\.example/)).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryAllByText(/fine\.example/)).toEqual([]));
  for (const [id, shown] of [
    ['down', true],
    ['given-up', true],
    ['paused', false],
  ] as const) {
    expect(screen.queryAllByText(new RegExp(`${id}\\.example`)).length > 0, id).toBe(shown);
  }
});
