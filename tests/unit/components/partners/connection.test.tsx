// @vitest-environment happy-dom
import {
  onlineManager,
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionBar } from '@/components/ui/providers/connection-bar';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

/** What the server does with each call, in turn. */
function Page({ calls }: { calls: Array<() => Promise<string>> }) {
  const queryFn = () => calls.shift()?.() ?? 'none';
  const { data } = useQuery({ queryKey: ['rows'], queryFn, retry: false });
  return <p>{data ?? 'no rows'}</p>;
}

function Form({ send }: { send: () => Promise<string> }) {
  const save = useMutation({ mutationFn: send });
  return (
    <>
      <input aria-label="Note" />
      <button type="button" onClick={() => save.mutate()}>
        Save
      </button>
    </>
  );
}

const show = (children: ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConnectionBar />
      {children}
    </QueryClientProvider>,
  );

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const moves = () => screen.queryByRole('progressbar', { name: 'Waiting for the server' });
const never = () => new Promise<string>(() => {});

test('moves after 300 ms, offers a retry after 8 s, and is quiet once the rows are there', async () => {
  show(<Page calls={[never, async () => 'rows']} />);
  await wait(200);
  expect(moves()).toBeNull();
  await wait(150);
  expect(moves()).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  await wait(8_000);
  expect(screen.getByRole('status').textContent).toContain('longer than usual');
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await wait(400);
  expect(screen.getByText('rows')).toBeTruthy();
  expect([moves(), screen.getByRole('status').textContent]).toEqual([null, '']);
});

test('says in one bar that the server gives no response, until it does', async () => {
  show(<Page calls={[() => Promise.reject(new TypeError('Failed to fetch')), async () => 'rows']} />);
  await wait(50);
  expect(screen.getByRole('status').textContent).toContain('No response from the server');
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await wait(50);
  expect(screen.getByText('rows')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('');
});

test('says that the browser is offline, and sends what was saved meanwhile once it is back', async () => {
  const sent = vi.fn(async () => 'saved');
  show(<Form send={sent} />);
  const field = screen.getByLabelText<HTMLInputElement>('Note');
  fireEvent.change(field, { target: { value: 'Two boxes' } });
  await act(async () => onlineManager.setOnline(false));
  await wait(10);
  expect(screen.getByRole('status').textContent).toContain("You're offline");
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await wait(10);
  expect([sent.mock.calls.length, field.value]).toEqual([0, 'Two boxes']);
  await act(async () => onlineManager.setOnline(true));
  await wait(50);
  expect([sent.mock.calls.length, field.value]).toEqual([1, 'Two boxes']);
});
