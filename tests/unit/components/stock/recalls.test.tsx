// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DerivedCard } from '@/components/stock/recalls/derived-card';
import { accountNote, figuresOf, mustCheck, mustRespond, partsOf } from '@/components/stock/recalls/figures';
import { HoldersSection } from '@/components/stock/recalls/holders-section';
import { RecallLetters } from '@/components/stock/recalls/letter-page';
import { LooseCard } from '@/components/stock/recalls/loose-card';
import { OwnResponse } from '@/components/stock/recalls/own-response';
import { ResponseTime, spanText } from '@/components/stock/recalls/response-time';
import type { Account, Holder, Recall } from '@/components/stock/recalls/types';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
const push = vi.fn();
navigation.push = push;
afterEach(cleanup);

const NONE: Account = {
  ...{
    on_hand: 0,
    reserved: 0,
    in_transit: 0,
    not_arrived: 0,
    returning: 0,
    returned: 0,
    destroyed: 0,
    sold: 0,
    consumed: 0,
  },
  ...{ passed_on: 0, lost: 0, unknown: 0, added: 0 },
};
const holder = (fields: Partial<Holder>, account: Partial<Account> | null = {}): Holder => ({
  entity: { id: 'h', name: 'Holder', license_number: 'C1', contact: { email: 'a@b.test', phone: null } },
  ...{
    shipped: 0,
    held: 0,
    on_hand: 0,
    unknown_units: 0,
    quarantined: null,
    destroyed: null,
    returned: null,
  },
  ...{
    already_sold: 0,
    unassigned: false,
    found: null,
    buyers: null,
    notes: null,
    responded_at: null,
    responded_by: null,
  },
  accounting: account && { ...NONE, ...account },
  ...fields,
});
const recall = (fields: Partial<Recall>): Recall =>
  ({
    ...{
      id: 'r',
      batch: 'b',
      batch_id: 'BD-1',
      product_name: 'Blue Dream',
      status: 'open',
      derived: [],
      holders: [],
    },
    ...{
      entity: { id: 'other', name: 'Front Range' },
      derived_elsewhere: null,
      loose_matches: [],
      progress: null,
    },
    ...{ checks: null, response: null },
    ...fields,
  }) as Recall;
const may = { permissions: ['update:inventory', 'recall:batches'] as const };
const answer = (path: string) => (path === 'lots.list' ? pageOf([]) : { id: 'second' });

test('the figures add up every place of every holder, those without a response apart', () => {
  const figures = figuresOf([
    holder(
      { shipped: 20 },
      { on_hand: 9, reserved: 1, in_transit: 5, returning: 2, lost: 2, unknown: 1, not_arrived: 0 },
    ),
    holder({ shipped: 10, quarantined: 4 }, { on_hand: 4, destroyed: 3, sold: 2, consumed: 1 }),
    holder({ shipped: 6, quarantined: 2, already_sold: 4 }, null),
  ]);
  expect(figures).toEqual({
    ...{
      shipped: 36,
      waiting: 10,
      moving: 7,
      quarantined: 6,
      returned: 0,
      destroyed: 3,
      sold: 6,
      consumed: 1,
      notArrived: 0,
      missing: 3,
    },
  });
  expect(partsOf(figures)).toHaveLength(8);
  expect(partsOf(figuresOf([]))).toHaveLength(5);
});

test('the places without a column are named, and what an owner made is no surprise', () => {
  const account = { ...NONE, in_transit: 1_200, lost: 2, added: 3 };
  expect(accountNote(account, false)).toBe('1,200 under way, 2 lost, 3 from elsewhere');
  expect(accountNote(account, true)).toBe('1,200 under way, 2 lost');
  expect(accountNote(null, false)).toBe('');
});

test('a business checks first, and responds about what it found', () => {
  const state = (response: Holder) => ({ status: 'open' as const, response });
  const waiting = state(holder({ unassigned: true }));
  expect([mustCheck(waiting), mustRespond(waiting)]).toEqual([true, false]);
  const checked = { unassigned: true, found: 4, responded_at: '2026-01-01T00:00:00.000Z' };
  expect(mustRespond(state(holder({ ...checked, on_hand: 4 })))).toBe(true);
  expect(mustRespond(state(holder({ ...checked, on_hand: 0 })))).toBe(false);
  expect(mustRespond(state(holder({ ...checked, on_hand: 4, quarantined: 4 })))).toBe(false);
  expect(mustRespond(state(holder({})))).toBe(true);
});

test('units without a batch are reported with their number, at most those on hand', async () => {
  const own = holder({ unassigned: true, unknown_units: 9 });
  const { calls, user } = showPage(
    <OwnResponse recall={recall({ response: own })} locations={{}} />,
    answer,
    may,
  );
  expect(screen.getByText('units without a batch')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Report what you found' }));
  const field = await screen.findByLabelText(/Units of the batch/);
  await user.type(field, '10');
  await user.click(screen.getByRole('button', { name: 'Send response' }));
  expect(await screen.findByText('Enter 0 to 9.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '4');
  await user.click(screen.getByRole('button', { name: 'Send response' }));
  await waitFor(() =>
    expect(calls).toContainEqual({ path: 'recalls.respond', input: { id: 'r', checked: true, found: 4 } }),
  );
});

test.each([
  ['to respond to', holder({ on_hand: 4 }), '4'],
  ['to check', holder({ unassigned: true, unknown_units: 9 }), '9'],
])('a member limited to locations sees the units %s without controls, and whom to ask', (_, own, units) => {
  const page = <OwnResponse recall={recall({ response: own })} locations={{}} />;
  showPage(page, answer, { ...may, isLimited: true });
  expect(screen.getByText(units)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(/^The sum is of all locations\. Ask a member/)).toBeTruthy();
  cleanup();
  showPage(page, answer, may);
  expect(screen.queryByText(/^The sum is of all locations/)).toBeNull();
});

test('goods by the pound are shown and reported in pounds, and sent as steps', async () => {
  const own = holder({ unassigned: true, unknown_units: 900 });
  const lb = { unit: 'lb', step: 0.01 } as const;
  const { calls, user } = showPage(
    <OwnResponse recall={recall({ ...lb, response: own })} locations={{}} />,
    answer,
    may,
  );
  expect(screen.getByText('9 lb')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Report what you found' }));
  const field = await screen.findByLabelText(/Amount of the batch/);
  await user.type(field, '4.256');
  await user.click(screen.getByRole('button', { name: 'Send response' }));
  expect(await screen.findByText('Enter 0 to 9 lb, in multiples of 0.01 lb.')).toBeTruthy();
  await user.clear(field);
  await user.type(field, '4.25');
  await user.click(screen.getByRole('button', { name: 'Send response' }));
  await waitFor(() =>
    expect(calls).toContainEqual({ path: 'recalls.respond', input: { id: 'r', checked: true, found: 425 } }),
  );
  expect(accountNote({ ...NONE, lost: 25 }, false, lb)).toBe('0.25 lb lost');
});

test("a batch that the business made from another's is recalled in one act, and its recall opens", async () => {
  const made = {
    batch: 'm',
    batch_id: 'ROLLS-9',
    product_id: 'p',
    product_name: 'Rolls',
    yours: true,
    confirmed_at: null,
  };
  const shown = recall({ derived: [{ ...made, recall_id: null }] });
  const { calls, user } = showPage(<DerivedCard recall={shown} mayConfirm={false} />, answer, may);
  await user.click(screen.getByRole('button', { name: 'Recall ROLLS-9' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/recalls/second'));
  expect(calls).toContainEqual({ path: 'recalls.confirmDerived', input: { id: 'r', batch: 'm' } });
  cleanup();
  showPage(
    <DerivedCard recall={recall({ derived: [{ ...made, recall_id: 'x' }] })} mayConfirm={false} />,
    answer,
    may,
  );
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Recalled')).toBeTruthy();
});

test("the recaller sees of others' batches how many there are, and a reseller's customers by number", () => {
  showPage(
    <>
      <DerivedCard
        recall={recall({ derived_elsewhere: { batches: 2, businesses: 1, recalled: 1 } })}
        mayConfirm
      />
      <HoldersSection
        recall={recall({
          holders: [
            holder({ buyers: { businesses: 3, responded: 1 } }, { in_transit: 2 }),
            holder({ unassigned: true, entity: { ...holder({}).entity, id: 'u', name: 'Loose' } }),
          ],
        })}
      />
      <LooseCard recall={recall({ loose_matches: [{ batch: null, batch_id: 'B-D1' }] })} />
    </>,
    answer,
    may,
  );
  expect(screen.getByText(/2 batches of 1 other business, 1 recalled/)).toBeTruthy();
  expect(screen.getAllByText('With 3 businesses that it supplied, 1 responded').length).toBeGreaterThan(0);
  expect(screen.getAllByText('2 under way').length).toBeGreaterThan(0);
  expect(screen.getByText('To check')).toBeTruthy();
  expect(screen.getByText('B-D1')).toBeTruthy();
});

test('the owner reaches out to the others alone', () => {
  const own = holder({ entity: { ...holder({}).entity, id: 'e', name: 'Front Range' } });
  showPage(<HoldersSection recall={recall({ holders: [own, holder({})] })} />, answer, {
    permissions: ['recall:batches'],
  });
  const names = (role: string) =>
    screen.getAllByRole(role).map((one) => one.getAttribute('aria-label') ?? one.textContent);
  expect(names('button')).toContain('Remind Holder');
  expect(names('button')).toContain('Preview Holder');
  expect(names('link')).toContain('Letter to Holder');
  expect([...names('button'), ...names('link')].join()).not.toMatch(/(Remind|Letter to) Front Range/);
});

test('the time to respond counts by itself, and says by how much it is over', () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00.000Z') });
  try {
    showPage(<ResponseTime at="2026-11-26T12:00:02.000Z" />, answer);
    const timer = screen.getByRole('timer', { name: 'Time to respond' });
    expect(timer.textContent).toBe('0 min 02 s left');
    expect(timer.getAttribute('aria-live')).toBe(null);
    expect(screen.getByText('Nov 26, 2026, 4:00 AM PT').tagName).toBe('TIME');
    act(() => void vi.advanceTimersByTime(63_000));
    expect(timer.textContent).toBe('Overdue by 1 min 01 s');
  } finally {
    vi.useRealTimers();
  }
  expect([spanText(187_500_000), spanText(-11_520_000)]).toEqual(['2 d 4 h', '3 h 12 min']);
});

test('a letter names both businesses, the batches, the reason, the time and whom to ask', () => {
  const hostile = '<img src=x onerror=alert(1)>';
  const derived = { batch: 'm', batch_id: 'PR-2', product_id: 'p', product_name: 'Pre-roll', recall_id: 'r' };
  const given = recall({
    ...{
      class: 'II',
      reason: hostile,
      instructions: 'Keep it apart.',
      respond_by: '2026-11-27T23:00:00.000Z',
    },
    derived: [
      { ...derived, yours: true, confirmed_at: '2026-11-26T00:00:00.000Z' },
      { ...derived, batch: 'n', batch_id: 'LISTED-ONLY', yours: true, confirmed_at: null },
    ],
  });
  const sender = {
    name: 'Front Range',
    legal_name: 'Front Range Wholesale LLC',
    license_number: 'C11-0000123-LIC',
    address: { street: '1 Main St', city: 'Oakland', state: 'CA', zip: '94607' },
    contact: { email: 'recalls@front.test', phone: '(510) 555-0100' },
  };
  showPage(
    <RecallLetters
      recall={given}
      holders={[holder({ shipped: 12 })]}
      sender={sender}
      today={new Date('2026-11-26T20:00:00.000Z')}
      timezone="America/Los_Angeles"
    />,
    answer,
  );
  const letter = screen.getByRole('article', { name: 'Letter to Holder' }).textContent;
  for (const text of [
    ...['Front Range Wholesale LLC', 'License C11-0000123-LIC', 'Holder', 'License C1', 'Nov 26, 2026'],
    ...['BD-1, Blue Dream', 'PR-2, Pre-roll', 'Class II: May cause temporary harm', hostile],
    ...['Keep it apart.', '12 units shipped to you', 'By Nov 27, 2026, 3:00 PM PT', 'recalls@front.test'],
  ])
    expect(letter).toContain(text);
  expect(letter).not.toContain('LISTED-ONLY');
  expect(document.querySelector('main img')).toBe(null);
});
