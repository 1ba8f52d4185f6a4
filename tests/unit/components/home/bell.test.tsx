// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NotificationBell } from '@/components/home/notifications/bell';
import { trpc } from '@/components/ui/providers/trpc';
import { ViewerProvider } from '@/components/ui/providers/viewer';
import type { AppRouter } from '@/server/transport/router';

vi.setConfig({ testTimeout: 60_000 });

const ROW = {
  id: 'n1',
  kind: 'new_order',
  object: { type: 'order', id: 'o1', name: 'ORD-1' },
  summary: 'Corner Dispensary placed ORD-1',
  created_at: '2026-01-02T15:04:05.000Z',
  read_at: null as string | null,
};
/** What the server has, and what it was sent. */
const server = { rows: [ROW], unread: 1, failing: false, calls: [] as { path: string; input: unknown }[] };

function answer(path: string): unknown {
  if (path === 'notifications.unread') return { unread_count: server.unread, unread_groups: server.unread };
  if (path === 'notifications.read') {
    server.unread = 0;
    server.rows = server.rows.map((row) => ({ ...row, read_at: '2026-01-03T00:00:00.000Z' }));
    return { unread_count: 0, unread_groups: 0 };
  }
  const pagination = { page: 1, limit: 20, total: server.rows.length, has_more: false, next_cursor: null };
  return { data: server.rows, pagination, unread_count: server.unread, unread_groups: server.unread };
}

const link: TRPCLink<AppRouter> =
  () =>
  ({ op: { path, input } }) =>
    observable((observer) => {
      server.calls.push({ path, input });
      if (server.failing && path === 'notifications.list') {
        observer.error(TRPCClientError.from(new Error('away')));
        return;
      }
      observer.next({ result: { type: 'data', data: answer(path) } });
      observer.complete();
    });

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const viewer = {
    user: { name: 'Sam', email: 'sam@shop.example', role: 'owner' },
    entity: { name: 'Redwood', type: 'wholesaler', timezone: 'America/Los_Angeles' },
    permissions: [],
  };
  render(
    <trpc.Provider client={trpc.createClient({ links: [link] })} queryClient={client}>
      <QueryClientProvider client={client}>
        <ViewerProvider value={viewer as never}>
          <NotificationBell />
        </ViewerProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  );
  return userEvent.setup();
}

beforeEach(() => {
  Object.assign(server, { rows: [{ ...ROW }], unread: 1, failing: false, calls: [] });
});
afterEach(cleanup);

test('names the unread count and reads the list only once it is opened', async () => {
  const user = show();
  const bell = await screen.findByRole('button', { name: 'Notifications, 1 unread' });
  expect(server.calls.map(({ path }) => path)).toEqual(['notifications.unread']);
  await user.click(bell);
  const item = await screen.findByRole('link', { name: /Unread: Corner Dispensary placed ORD-1/ });
  expect(item.getAttribute('href')).toBe('/orders/o1');
});

test('lists what repeats for an object once, and marks all of it as read', async () => {
  server.rows = ['n1', 'n2', 'n3'].map((id) => ({ ...ROW, id }));
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  expect(await screen.findAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByRole('listitem').textContent).toContain('3 times');
  await user.click(screen.getByRole('link', { name: /^Unread/ }));
  await waitFor(() =>
    expect(server.calls.find(({ path }) => path === 'notifications.read')?.input).toEqual({
      ids: ['n1', 'n2', 'n3'],
    }),
  );
});

test('counts no further than 99', async () => {
  server.unread = 1000;
  show();
  await screen.findByRole('button', { name: 'Notifications, 99+ unread' });
});

test('marks all that is shown as read, and nothing that comes in later', async () => {
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() =>
    expect(server.calls).toContainEqual({ path: 'notifications.read', input: { until: ROW.created_at } }),
  );
});

test('marks an opened notification as read', async () => {
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  const item = await screen.findByRole('link', { name: /placed ORD-1/ });
  item.addEventListener('click', (event) => event.preventDefault());
  await user.click(item);
  await waitFor(() =>
    expect(server.calls).toContainEqual({ path: 'notifications.read', input: { ids: ['n1'] } }),
  );
});

test('says what appears here while there is nothing, and what went wrong', async () => {
  server.rows = [];
  server.unread = 0;
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Notifications' }));
  await screen.findByText(/All caught up/);
  cleanup();
  server.failing = true;
  const second = show();
  await second.click(await screen.findByRole('button', { name: 'Notifications' }));
  await screen.findByText(/No response from the server/);
});
