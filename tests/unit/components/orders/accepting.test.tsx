// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BulkSteps } from '@/components/orders/bulk-steps';
import { NextStepButton } from '@/components/orders/next-step-button';
import { OrderBadge } from '@/components/orders/order-badge';
import { sideRulesOf } from '@/components/orders/side-rules';
import type { OrderSummary } from '@/components/orders/types';
import { sendDelayed } from '@/components/ui/base/delayed-act';
import { ToastHost } from '@/components/ui/base/toast-host';
import { pageOf, showPage } from '../../../setup/browser-page';

const orderOf = (letter: string) =>
  ({ id: `id-${letter}`, order_number: `ORD-20261119-${letter}`, status: 'pending' }) as OrderSummary;
const [ORDER, SECOND] = [orderOf('A'), orderOf('B')];
const RULES = sideRulesOf('wholesaler');

/** What the browser sent by itself, and how the server responds to each order. */
const sent: { ids: string[]; input: object; keepalive: boolean | undefined }[] = [];
let respond: (id: string) => object;

beforeEach(async () => {
  await Promise.all([import('sonner'), import('@/components/ui/providers/changes')]);
  vi.useFakeTimers();
  sent.length = 0;
  respond = (id) => ({ result: { data: { id } } });
  vi.stubGlobal('fetch', async (_url: string, { body, keepalive }: RequestInit) => {
    const inputs = Object.values(JSON.parse(String(body))) as { id: string }[];
    sent.push({ ids: inputs.map(({ id }) => id), input: { ...inputs[0], id: undefined }, keepalive });
    return Response.json(inputs.map(({ id }) => respond(id)));
  });
});
afterEach(async () => {
  await pass(30_000);
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100)
    await act(() => vi.advanceTimersByTimeAsync(Math.min(100, left)));
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

/** A list of one order, in which Accept was pressed and asked for. */
async function pressAccept(check: (path: string) => unknown = () => ORDER) {
  const { calls } = showPage(
    <>
      <OrderBadge order={ORDER} />
      <NextStepButton order={ORDER} rules={RULES} onDone={() => {}} />
      <button type="button">Export</button>
      <p>Text</p>
      <ToastHost />
    </>,
    check,
  );
  press('Accept ORD-20261119-A');
  await pass(500);
  return calls;
}

test('asks whether the order could be accepted, and accepts it after eight seconds', async () => {
  const calls = await pressAccept();
  const input = { id: 'id-A', status: 'accepted', expected_status: 'pending', dry_run: true };
  expect(calls).toEqual([{ path: 'orders.updateStatus', input }]);
  expect(screen.getByText('Accepting…')).toBeTruthy();
  await pass(7000);
  expect(sent).toEqual([]);
  await pass(700);
  expect(sent).toEqual([
    { ids: ['id-A'], input: { status: 'accepted', expected_status: 'pending' }, keepalive: true },
  ]);
  expect(screen.getByText('ORD-20261119-A accepted')).toBeTruthy();
  expect(screen.queryByText('Accepting…')).toBeNull();
});

test.each(['Undo', 'Undo accepting ORD-20261119-A'])('sends nothing after %s', async (name) => {
  await pressAccept();
  press(name);
  await pass(10_000);
  expect(sent).toEqual([]);
  expect(screen.getByText('Pending')).toBeTruthy();
});

test('the second click of a double click neither undoes nor sends', async () => {
  await pressAccept();
  fireEvent.click(screen.getByRole('button', { name: /^Undo accepting/ }), { detail: 2 });
  fireEvent.click(screen.getByRole('button', { name: 'Export' }), { detail: 2 });
  await pass(1000);
  expect(sent).toEqual([]);
  expect(screen.getByText('Accepting…')).toBeTruthy();
});

test('accepts at once at a further act, not at a click on nothing', async () => {
  await pressAccept();
  fireEvent.click(screen.getByText('Text'));
  expect(sent).toEqual([]);
  press('Export');
  expect(sent).toHaveLength(1);
  await pass(10_000);
  expect(sent).toHaveLength(1);
});

test('accepts in the same turn when the tab is hidden or left', async () => {
  await pressAccept();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('pagehide'));
  expect(sent).toHaveLength(1);
  vi.restoreAllMocks();
});

test('accepts before signing out, which waits for the response', async () => {
  await pressAccept();
  let isDone = false;
  void sendDelayed().then(() => {
    isDone = true;
  });
  expect(sent).toHaveLength(1);
  expect(isDone).toBe(false);
  await pass(300);
  expect(isDone).toBe(true);
});

test('says at once what the server would reject', async () => {
  await pressAccept(() => {
    throw new Error('offline');
  });
  expect(screen.getByText('ORD-20261119-A was not changed')).toBeTruthy();
  expect(screen.getByText('Pending')).toBeTruthy();
  await pass(10_000);
  expect(sent).toEqual([]);
});

test('a failure after that stays until it is dismissed', async () => {
  respond = () => ({
    error: {
      code: -32_009,
      message: 'The order is cancelled.',
      data: { code: 'CONFLICT', details: { reason: 'status_changed' } },
    },
  });
  await pressAccept();
  await pass(90_000);
  expect(screen.getByText('ORD-20261119-A not accepted')).toBeTruthy();
  expect(screen.getByText('The order is cancelled.')).toBeTruthy();
  press('Dismiss');
  await pass(1000);
  expect(screen.queryByText('ORD-20261119-A not accepted')).toBeNull();
});

test('several orders are accepted with one undo for all', async () => {
  const selection = { ids: [ORDER.id, SECOND.id], clear: vi.fn() };
  const { calls } = showPage(
    <>
      <BulkSteps selection={selection as never} orders={[ORDER, SECOND]} rules={RULES} onDone={() => {}} />
      <OrderBadge order={ORDER} />
      <OrderBadge order={SECOND} />
      <ToastHost />
    </>,
    () => pageOf([]),
  );
  press('Accept 2 orders');
  await pass(500);
  expect(calls).toHaveLength(2);
  expect(screen.getAllByText('Accepting…')).toHaveLength(2);
  press('Undo');
  await pass(9000);
  expect(sent).toEqual([]);
  press('Accept 2 orders');
  await pass(9000);
  expect(sent.map(({ ids }) => ids)).toEqual([['id-A', 'id-B']]);
  expect(screen.getByText('2 orders accepted')).toBeTruthy();
});
