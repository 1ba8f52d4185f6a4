import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CATALOG, eventTypeOf, nameFor } from '../../../../server/features/webhooks/catalog';
import { EVENT_NAMES } from '../../../../server/kernel/events';

test('has a schema for every event but the alias, matched exactly by its sample', () => {
  expect(Object.keys(CATALOG).sort()).toEqual(
    EVENT_NAMES.filter((name) => name !== 'inventory.changed').sort(),
  );
  for (const [type, { schema, sample }] of Object.entries(CATALOG)) {
    expect(z.strictObject(schema.shape).safeParse(sample).error?.issues, type).toBeUndefined();
  }
});

test('has samples with a subject', () => {
  const at = (type: keyof typeof CATALOG) => CATALOG[type].sample as Record<string, number>;
  const updated = at('inventory.updated');
  expect(Number(updated.previous_quantity) + Number(updated.delta)).toBe(updated.quantity);
  const low = at('inventory.low_stock');
  expect(low.available_quantity).toBeLessThan(Number(low.threshold));
  expect(CATALOG['order.shipped'].sample).toMatchObject({ status: 'shipped', previous_status: 'preparing' });
  expect(CATALOG['order.delivered'].sample).toMatchObject({ status: 'delivered' });
  expect(CATALOG['order.created'].sample).toMatchObject({ status: 'pending', previous_status: null });
});

describe('the name under which an endpoint gets an event (decision 64)', () => {
  test.each([
    ['inventory.updated', ['inventory.updated'], 'inventory.updated'],
    ['inventory.updated', ['inventory.changed'], 'inventory.changed'],
    ['inventory.updated', ['inventory.changed', 'inventory.updated'], 'inventory.updated'],
    ['inventory.updated', ['*'], 'inventory.updated'],
    ['inventory.updated', ['inventory.changed', '*'], 'inventory.updated'],
    ['inventory.updated', ['order.created'], null],
    ['inventory.low_stock', ['inventory.changed'], null],
    ['order.created', ['order.created'], 'order.created'],
    ['order.created', ['order.updated'], null],
    ['transfer.completed', ['*'], 'transfer.completed'],
  ] as const)('%s for a subscriber of %j: %s', (type, subscriptions, name) => {
    expect(nameFor(type, subscriptions)).toBe(name);
  });
});

test('maps the alias to inventory.updated, and every other name to itself', () => {
  for (const name of EVENT_NAMES) {
    expect(eventTypeOf(name)).toBe(name === 'inventory.changed' ? 'inventory.updated' : name);
  }
});

test('docs/webhooks.md lists the data of each event once, and docs/beside.md counts them', () => {
  const [, table = ''] =
    /^\| Event \| Data \|\n\|---\|---\|\n((?:\|.*\n)+)/m.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? [];
  const named = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(named.toSorted()).toEqual([...EVENT_NAMES].sort());
  expect(readFileSync('docs/beside.md', 'utf8')).toContain(`[${EVENT_NAMES.length} events,`);
});
