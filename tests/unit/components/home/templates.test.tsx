// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { inventoryList } from '@/components/stock/inventory/list';
import { FlowPage } from '@/components/ui/shell/flow-page';
import { ResourcePage } from '@/components/ui/shell/resource-page';

afterEach(cleanup);

const LOCATION = '01940000-0000-7000-8000-000000000001';

function failure(): Error {
  const data = { code: 'SERVICE_UNAVAILABLE', message: 'Try again.', details: {}, requestId: 'req-7' };
  return TRPCClientError.from({ error: { message: 'Try again.', code: -32603, data } as never });
}

test('a resource that fails to refresh keeps its content and offers Retry with the request id', async () => {
  const refetch = vi.fn();
  render(
    <ResourcePage title="ORD-1" query={{ error: failure(), isFetching: false, refetch }}>
      <p>Two lines</p>
    </ResourcePage>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Request id req-7');
  expect(screen.getByText('Two lines')).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

test('a resource says what went wrong with its last act before anything else', () => {
  const query = { error: failure(), isFetching: false, refetch: () => {} };
  render(<ResourcePage title="ORD-1" query={query} alert="This order was canceled." />);
  expect(screen.getByRole('alert').textContent).toBe('This order was canceled.');
});

test('a resource without a problem has an empty alert, which speaks when one appears', () => {
  const query = { error: null, isFetching: false, refetch: () => {} };
  render(<ResourcePage title="ORD-1" query={query} alert={null} aside={<p>Parties</p>} />);
  expect(screen.getByRole('alert').textContent).toBe('');
  expect(screen.getByText('Parties')).toBeTruthy();
});

test('a flow marks its current step', () => {
  render(
    <FlowPage
      title="Import stock"
      stepsLabel="Steps of the import"
      steps={[
        { key: 'upload', label: 'Upload', state: 'done' },
        { key: 'preview', label: 'Preview', state: 'current' },
      ]}
    >
      <p>Ten lines</p>
    </FlowPage>,
  );
  const [, current] = screen.getAllByRole('listitem');
  expect(current?.getAttribute('aria-current')).toBe('step');
});

test('a queue of one location is caught up when it is empty, a search is not', async () => {
  const stateOf = async (query: string) => inventoryList.load(new URLSearchParams(query));
  expect(inventoryList.isQueue(await stateOf(`low_stock=true&location_id=${LOCATION}`))).toBe(true);
  expect(inventoryList.isQueue(await stateOf('low_stock=true'))).toBe(true);
  expect(inventoryList.isQueue(await stateOf(`location_id=${LOCATION}`))).toBe(false);
  expect(inventoryList.isQueue(await stateOf('low_stock=true&room_type=vault'))).toBe(false);
  expect(inventoryList.isQueue(await stateOf('low_stock=true&q=kush'))).toBe(false);
});
