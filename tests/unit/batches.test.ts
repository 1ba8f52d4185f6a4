import { describe, expect, test } from 'vitest';
import { dayAfter, expiryOf, expiryText } from '../../components/batches/expiration';
import { batchesList } from '../../components/batches/list';
import { MOST_NODES, traceGraph, traceSummary } from '../../components/batches/trace-graph';
import type { TraceStep } from '../../components/batches/types';
import { faultOf, MAX_BYTES } from '../../components/certificates/check-file';
import { faultOfNumbers, figuresOf, mustRespond } from '../../components/recalls/figures';
import type { Holder, Recall } from '../../components/recalls/types';

describe('expiration', () => {
  test('counts the last day of sale as not yet expired, and the day after as expired', () => {
    expect(expiryOf('2026-03-08', '2026-03-08')).toBe('soon');
    expect(expiryOf('2026-03-08', '2026-03-09')).toBe('expired');
    expect(expiryOf('2026-04-07', '2026-03-08')).toBe('soon');
    expect(expiryOf('2026-04-08', '2026-03-08')).toBe('later');
    expect(expiryOf(null, '2026-03-08')).toBe('none');
  });

  test('counts days across a change of clocks and a leap day', () => {
    expect(dayAfter('2028-02-28', 2)).toBe('2028-03-01');
    expect(expiryText('2026-03-09', '2026-03-07')).toBe('2 days left');
    expect(expiryText('2026-03-07', '2026-03-08')).toBe('expired 1 day ago');
    expect(expiryText('2026-03-07', '2026-03-07')).toBe('last day today');
  });

  test('asks for batches on hand that expire within 30 days, today and the thirtieth day included', () => {
    const state = { page: 1, q: '', sort: 'expires_on', view: 'expiring', test_status: null } as const;
    expect(batchesList.request(state, '2026-03-01')).toMatchObject({
      expires_before: '2026-04-01',
      on_hand: true,
    });
  });
});

const step = (fields: Partial<TraceStep>): TraceStep => ({
  direction: 'forward',
  kind: 'order',
  at: '2026-01-02T15:04:05.000Z',
  lot_id: 'l1',
  package_tag: null,
  quantity: 1,
  reference_id: null,
  reference: null,
  party: null,
  location_id: null,
  ...fields,
});

describe('the picture of a trace', () => {
  test('adds up the orders of a party and leaves moves within the business out', () => {
    const { from, to } = traceGraph(
      [
        step({
          direction: 'backward',
          kind: 'receipt',
          party: 'Golden Coast',
          reference: 'ORD-1',
          quantity: 20,
        }),
        step({ kind: 'order', party: 'Harbor', reference: 'ORD-2', quantity: 5 }),
        step({ kind: 'order', party: 'Harbor', reference: 'ORD-3', quantity: 7 }),
        step({ kind: 'transfer', location_id: 'a', quantity: 8 }),
        step({ kind: 'item', location_id: 'a', quantity: 8 }),
      ],
      () => 'Main',
    );
    expect(from).toMatchObject([{ label: 'Golden Coast', detail: 'Received · ORD-1', quantity: 20 }]);
    expect(to).toMatchObject([
      { label: 'Harbor', detail: 'Ordered · 2 orders', quantity: 12 },
      { label: 'Main', detail: 'On hand', quantity: 8 },
    ]);
    expect(traceSummary({ from, to })).toContain('12 Harbor (Ordered · 2 orders)');
  });

  test('keeps every unit when there are more parties than fit', () => {
    const steps = Array.from({ length: 40 }, (_, i) => step({ party: `Party ${i}`, quantity: i + 1 }));
    const { to } = traceGraph(steps, String);
    expect(to).toHaveLength(MOST_NODES);
    expect(to.reduce((sum, { quantity }) => sum + quantity, 0)).toBe((40 * 41) / 2);
    expect(to.at(-1)).toMatchObject({ label: '34 more' });
  });

  test('says that nothing is recorded for a batch without steps', () => {
    expect(traceSummary(traceGraph([], String))).toBe(
      'No origin is recorded. No unit has left or is on hand.',
    );
  });
});

describe('a certificate before its upload', () => {
  const file = (text: string | Uint8Array<ArrayBuffer>, name = 'coa.pdf') => new File([text], name);

  test('rejects what is not a PDF, whatever its name says, and one that is cut off', async () => {
    expect(await faultOf(file('PK zip', 'coa.pdf'))).toContain("isn't a PDF");
    expect(await faultOf(file(' %PDF-1.7\n%%EOF'))).toContain("isn't a PDF");
    expect(await faultOf(file('%PDF-1.7\nno end'))).toContain('is cut off');
    expect(await faultOf(file(''))).toContain('is empty');
  });

  test('rejects a file beyond 10 MiB and takes one of exactly that', async () => {
    const whole = new Uint8Array(MAX_BYTES);
    whole.set(new TextEncoder().encode('%PDF-'));
    whole.set(new TextEncoder().encode('%%EOF'), MAX_BYTES - 5);
    expect(await faultOf(file(whole))).toBeNull();
    expect(await faultOf(file(new Uint8Array(MAX_BYTES + 1)))).toContain('at most 10 MB');
  });
});

const holder = (fields: Partial<Holder>): Holder => ({
  entity: { id: 'e', name: 'Harbor' },
  held: 0,
  on_hand: 0,
  unknown_units: 0,
  quarantined: null,
  destroyed: null,
  returned: null,
  already_sold: 0,
  notes: null,
  responded_at: null,
  responded_by: null,
  ...fields,
});

describe('the figures of a recall', () => {
  test('counts units of holders that have not responded as still on a shelf', () => {
    const at = '2026-01-02T15:04:05.000Z';
    expect(
      figuresOf([
        holder({ held: 10, on_hand: 8, already_sold: 2 }),
        holder({ held: 6, on_hand: 4, quarantined: 4, destroyed: 2, returned: 0, responded_at: at }),
      ]),
    ).toEqual({ waiting: 8, quarantined: 4, destroyed: 2, returned: 0, sold: 2 });
  });

  test('falls back to what a holder had at opening once the recall is closed', () => {
    expect(figuresOf([holder({ held: 10, on_hand: null })]).waiting).toBe(10);
  });

  test('accepts numbers only when they account for every unit on hand and every one sold since', () => {
    const numbers = { quarantined: 5, destroyed: 2, returned: 1, already_sold: 0 };
    expect(faultOfNumbers(numbers, { onHand: 8, sold: 0 })).toBeNull();
    expect(faultOfNumbers(numbers, { onHand: 7, sold: 0 })).toContain('add up to 8');
    expect(faultOfNumbers(numbers, { onHand: 8, sold: 3 })).toContain('3 of 11 units are missing');
    expect(faultOfNumbers({ ...numbers, already_sold: 3 }, { onHand: 8, sold: 3 })).toBeNull();
  });

  test('asks a holder for a response once, and only while the recall is open', () => {
    const recall = { status: 'open', response: holder({}) } as unknown as Recall;
    expect(mustRespond(recall)).toBe(true);
    expect(mustRespond({ ...recall, status: 'closed' })).toBe(false);
    expect(mustRespond({ ...recall, response: null })).toBe(false);
    expect(mustRespond({ ...recall, response: holder({ responded_at: 'x' }) })).toBe(false);
  });
});
