// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { navigation } from '../../../setup/navigation';
import { hold, names, open, order, poll, range, reset, shows, state, user } from './list-page/orders';

// A busy machine is no defect of a list.
vi.setConfig({ testTimeout: 60_000 });
navigation.pathname = '/orders';

beforeEach(reset);
afterEach(cleanup);

test('says that it is loading until the first rows arrive', async () => {
  const release = hold();
  open();
  expect(screen.getByText('Loading…')).toBeTruthy();
  release();
  await shows('Order 1', 'Order 2', 'Order 3');
  expect(range()).toBe('1–3 of 5');
});

test('asks for what the address says', async () => {
  open('?page=1&sort=name&status=accepted&q=%20haze%00');
  await waitFor(() => expect(state.asked).toHaveLength(1));
  expect(state.asked[0]).toEqual({ page: 1, limit: 3, sort: 'name', status: 'accepted', search: 'haze' });
});

test('ignores values in the address that the server would reject', async () => {
  open('?page=0&sort=price&status=lost');
  await shows('Order 1', 'Order 2', 'Order 3');
  expect(state.asked[0]).toEqual({ page: 1, limit: 3, sort: '-created_at' });
});

test('shows an error with its request id, and Retry brings the rows', async () => {
  state.failing = true;
  open();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The database is away.');
  expect(alert.textContent).toContain('req-7');
  state.failing = false;
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await shows('Order 1', 'Order 2', 'Order 3');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('keeps its rows when a poll fails and says that they may be out of date', async () => {
  open();
  await shows('Order 1', 'Order 2', 'Order 3');
  state.failing = true;
  await poll();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('These rows may be out of date');
  expect(alert.textContent).toContain('req-7');
  expect(names()).toEqual(['Order 1', 'Order 2', 'Order 3']);
});

test('shows an error, not the rows of another view, when a view fails', async () => {
  open();
  await shows('Order 1', 'Order 2', 'Order 3');
  state.failing = true;
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByRole('alert');
  await shows();
});

test('says how to start when there is nothing yet', async () => {
  state.rows = [];
  open();
  expect(await screen.findByText('No sales yet')).toBeTruthy();
});

test('says that all work is done when a queue is empty', async () => {
  state.rows = [];
  open('?status=pending');
  expect(await screen.findByText('All caught up')).toBeTruthy();
  expect(screen.queryByText('No results')).toBeNull();
});

test.each(['?status=accepted', '?status=accepted&q=haze', '?q=haze'])(
  'says that nothing matches %s and clears it',
  async (filters) => {
    state.rows = [order(1)];
    open(filters);
    expect(await screen.findByText('No results')).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    await shows('Order 1');
    expect(state.address).toBe('');
  },
);

test('says "No results", not "All caught up", when a search narrows a queue', async () => {
  state.rows = [];
  open('?status=pending&q=haze');
  expect(await screen.findByText('No results')).toBeTruthy();
});

test('holds new rows back until Show, and the range describes the rows that are shown', async () => {
  state.rows = [order(1), order(2)];
  open();
  await shows('Order 1', 'Order 2');
  expect(range()).toBe('1–2 of 2');
  state.rows = [order(9), order(8), order(1), order(2)];
  await poll();
  expect(await screen.findByText(/^2 new orders/)).toBeTruthy();
  expect(names()).toEqual(['Order 1', 'Order 2']);
  expect(range()).toBe('1–2 of 2');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await shows('Order 9', 'Order 8', 'Order 1');
  expect(range()).toBe('1–3 of 4');
  expect(screen.queryByText(/new order/)).toBeNull();
});

test('shows new values at once without moving the rows', async () => {
  open('?sort=name');
  await shows('Order 1', 'Order 2', 'Order 3');
  state.rows = [order(1, { units: 77 }), order(3), order(2)];
  await poll();
  await screen.findByText('77');
  expect(names()).toEqual(['Order 1', 'Order 2', 'Order 3']);
});

test('keeps a row that is gone until Show', async () => {
  open();
  await shows('Order 1', 'Order 2', 'Order 3');
  state.rows = [order(1), order(3)];
  await poll();
  expect(await screen.findByText('This list has changed')).toBeTruthy();
  expect(names()).toEqual(['Order 1', 'Order 2', 'Order 3']);
  expect(range()).toBe('1–3 of 5');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await shows('Order 1', 'Order 3');
  expect(range()).toBe('1–2 of 2');
});

test("removes a row at once when the user's own act took it from the view", async () => {
  open();
  await shows('Order 1', 'Order 2', 'Order 3');
  await user.click(screen.getByRole('button', { name: 'Finish the first order' }));
  await shows('Order 2', 'Order 3', 'Order 4');
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
});

test('counts rows from other pages as a change, not as new', async () => {
  open('?page=2');
  await shows('Order 4', 'Order 5');
  state.rows = [order(9), ...state.rows];
  await poll();
  expect(await screen.findByText('This list has changed')).toBeTruthy();
  expect(screen.queryByText(/new order/)).toBeNull();
});

test('shows the first row of an empty list at once', async () => {
  state.rows = [];
  open();
  await screen.findByText('No sales yet');
  state.rows = [order(1)];
  await poll();
  await shows('Order 1');
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
});

test('replaces rows kept from an earlier visit by the first fresh response', async () => {
  open();
  await shows('Order 1', 'Order 2', 'Order 3');
  cleanup();
  state.rows = [order(9), order(1)];
  const [key] = state.client
    .getQueryCache()
    .getAll()
    .map((query) => query.queryKey);
  state.client.setQueryData(key ?? [], (data: unknown) => data, { updatedAt: Date.now() - 60_000 });
  open();
  await shows('Order 9', 'Order 1');
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
});

test('turns pages, and the range follows the rows, not the address', async () => {
  open();
  await shows('Order 1', 'Order 2', 'Order 3');
  const release = hold();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(state.address).toBe('?page=2'));
  expect(names()).toEqual(['Order 1', 'Order 2', 'Order 3']);
  expect(range()).toBe('1–3 of 5');
  release();
  await shows('Order 4', 'Order 5');
  expect(range()).toBe('4–5 of 5');
});

test('goes two pages on when Next is pressed twice before the rows arrive', async () => {
  state.rows = Array.from({ length: 9 }, (_, index) => order(index + 1));
  open();
  await shows('Order 1', 'Order 2', 'Order 3');
  const release = hold();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  release();
  await shows('Order 7', 'Order 8', 'Order 9');
});

test('goes to the last page when the page of the address is gone', async () => {
  open('?page=7');
  await shows('Order 4', 'Order 5');
  expect(state.address).toBe('?page=2');
});

test('sorts by a header, marks it, and returns to page 1', async () => {
  state.rows = [order(5), order(4), order(3), order(2), order(1)];
  open('?page=2');
  await shows('Order 2', 'Order 1');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await shows('Order 1', 'Order 2', 'Order 3');
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
  expect(state.address).toBe('?sort=name');
});

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

test('shows the columns that the member chooses, keeps them in the address, and resets them', async () => {
  open('?status=pending');
  await shows('Order 1', 'Order 2', 'Order 3');
  expect(heads()).toEqual(['', 'Name', 'Units', 'Preview']);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Status' }));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Units' }));
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Name' })).toBeNull();
  await waitFor(() => expect(state.address).toBe('?status=pending&columns=status'));
  await user.click(screen.getByRole('menuitem', { name: 'Reset table' }));
  await waitFor(() => expect(state.address).toBe('?status=pending'));
  expect(heads()).toEqual(['', 'Name', 'Units', 'Preview']);
});

test('takes columns and density from the address and counts neither as a filter', async () => {
  state.rows = [order(1)];
  open('?page=1&columns=status,nonsense&density=compact');
  await shows('Order 1');
  expect(heads()).toEqual(['', 'Name', 'Status', 'Preview']);
  expect(screen.getByRole('table').classList.contains('compact')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  expect(state.asked).toEqual([{ page: 1, limit: 3, sort: '-created_at' }]);
});

test('previews a row in a panel that also has its hidden columns, by its button and by Space', async () => {
  open();
  await shows('Order 1', 'Order 2', 'Order 3');
  await user.click(screen.getByRole('button', { name: 'Preview Order 2' }));
  const panel = await screen.findByRole('dialog', { name: 'Order 2' });
  expect(within(panel).getByText('Status').nextElementSibling?.textContent).toBe('pending');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => screen.getAllByRole('row')[3]?.focus());
  await user.keyboard(' ');
  expect(await screen.findByRole('dialog', { name: 'Order 3' })).toBeTruthy();
});

test('reports the row whose preview the pointer or the focus nears, which may fetch what it shows', async () => {
  open();
  await shows('Order 1', 'Order 2', 'Order 3');
  await user.hover(screen.getByRole('button', { name: 'Preview Order 2' }));
  act(() => screen.getByRole('button', { name: 'Preview Order 3' }).focus());
  expect(state.approached).toEqual(['Order 2', 'Order 3']);
});

test('keeps selected rows over pages and acts on all of them', async () => {
  open();
  await shows('Order 1', 'Order 2', 'Order 3');
  await user.click(screen.getByRole('checkbox', { name: 'Select Order 2' }));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await shows('Order 4', 'Order 5');
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  const bar = screen.getByRole('region', { name: 'Bulk actions' });
  expect(bar.textContent).toContain('3 selected');
  expect(bar.textContent).toContain('11 units');
  await user.click(within(bar).getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('region', { name: 'Bulk actions' })).toBeNull();
});

test('selects every matching row, not only the page', async () => {
  open();
  await shows('Order 1', 'Order 2', 'Order 3');
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select all 5 matching' }));
  const bar = screen.getByRole('region', { name: 'Bulk actions' });
  await waitFor(() => expect(bar.textContent).toContain('5 selected'));
  expect(bar.textContent).toContain('15 units');
});

test('keeps only selected rows that still match after a filter', async () => {
  state.rows = [order(1), order(2, { status: 'accepted' }), order(3), order(4, { status: 'accepted' })];
  open();
  await shows('Order 1', 'Order 2', 'Order 3');
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(screen.getByRole('button', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Accepted' }));
  await shows('Order 2', 'Order 4');
  const bar = screen.getByRole('region', { name: 'Bulk actions' });
  await waitFor(() => expect(bar.textContent).toContain('1 selected'));
  // What the actions get.
  expect(bar.textContent).toContain('2 units');
});
