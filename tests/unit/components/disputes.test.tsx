// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DisputedBadge, DisputeNote } from '@/components/claims/dispute-note';
import type { TeamRole } from '@/server/kernel/permissions';
import { showPage } from '../../setup/browser-page';

afterEach(cleanup);

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
const [SINCE, SOON, PAST] = [days(-2), days(5), days(-1)];

function show(
  kind: 'order' | 'invoice',
  fields: { disputed_at: string | null; disputable_until: string | null },
  { buys = true, role = 'owner' as TeamRole } = {},
) {
  const of = { id: 'x', ...fields };
  return showPage(
    <>
      <DisputedBadge of={of} />
      <DisputeNote kind={kind} of={of} number="ORD-1" buyer="Harbor" buys={buys} />
    </>,
    () => of,
    { role },
  );
}

test.each(['order', 'invoice'] as const)(
  'an owner of the buyer disputes an %s that came along',
  async (kind) => {
    const { user, calls } = show(kind, { disputed_at: null, disputable_until: SOON });
    expect(screen.queryByText('Disputed')).toBeNull();
    await user.click(screen.getByRole('button', { name: `Dispute ${kind}` }));
    await vi.waitFor(() =>
      expect(calls).toEqual([{ path: `${kind}s.dispute`, input: { id: 'x', disputed: true } }]),
    );
  },
);

test('a dispute is shown and taken back, also after the days of disputing', async () => {
  const { user, calls } = show('invoice', { disputed_at: SINCE, disputable_until: PAST });
  expect(screen.getByText('Disputed')).toBeTruthy();
  expect(screen.getByText(/can't be disputed again/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Take back dispute' }));
  await vi.waitFor(() =>
    expect(calls).toEqual([{ path: 'invoices.dispute', input: { id: 'x', disputed: false } }]),
  );
});

test('the seller and other members of the buyer see that it is disputed, without an act', () => {
  for (const viewer of [{ buys: false }, { role: 'admin' as TeamRole }]) {
    show('order', { disputed_at: SINCE, disputable_until: SOON }, viewer);
    expect(screen.getByText('Disputed')).toBeTruthy();
    expect(screen.getByText(/has disputed this order since/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
  }
});

test('nothing is said of what did not come along, is out of time, or is another member’s to dispute', () => {
  show('order', { disputed_at: null, disputable_until: null });
  show('order', { disputed_at: null, disputable_until: PAST });
  show('order', { disputed_at: null, disputable_until: SOON }, { role: 'admin' });
  show('order', { disputed_at: null, disputable_until: SOON }, { buys: false });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText(/came along/)).toBeNull();
});
