import { expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { Order, SharedOrder } from '../../../server/features/orders/resource';
import type { CATALOG } from '../../../server/features/webhooks/catalog';
import type { EventData, EventType } from '../../../server/kernel/events';
import type { AuditEntry, WriteContext } from '../../../server/operation/context';

type Emit = WriteContext['emit'];

/** `tsc` checks these: a line that compiles against the expectation fails it. */
test('events carry the data that the webhook catalog declares', () => {
  expectTypeOf<EventData['order.created']>().toExtend<z.infer<typeof SharedOrder>>();
  expectTypeOf<keyof typeof CATALOG>().toEqualTypeOf<EventType>();
  const rejected = (emit: Emit, order: z.infer<typeof SharedOrder>, own: z.infer<typeof Order>) => {
    // @ts-expect-error: no event has this name
    emit('order.create', order.id, order);
    // @ts-expect-error: the previous status is missing
    emit('order.created', order.id, order);
    // @ts-expect-error: each party has external ids of its own
    emit('order.created', own.id, { ...own, previous_status: null, status_notes: null });
  };
  expectTypeOf(rejected).toBeFunction();
});

test('audit rows take declared actions only, and locations where the action is placed', () => {
  const id = '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b02';
  const rows: AuditEntry[] = [
    { action: 'order.moved', objectId: id },
    { action: 'inventory.adjusted', objectId: id, locationIds: [id] },
    // @ts-expect-error: no action has this name
    { action: 'inventory.adjust', objectId: id, locationIds: [id] },
    // @ts-expect-error: a change of stock names its locations
    { action: 'inventory.adjusted', objectId: id },
  ];
  expectTypeOf(rows).toBeArray();
});
