import { expect, test } from 'vitest';
import {
  endpointFields,
  endpointValues,
  NEW_ENDPOINT,
} from '../../../../components/business/webhooks/endpoint-values';
import { changedIn, passes } from '../../../../server/features/webhooks/passes';

test.each<[string, Record<string, unknown>, string[] | null]>([
  ['the names that it lists', { changed: ['name', 7] }, ['name']],
  [
    'the changes that it carries',
    { changes: { delivery_date: { before: null, after: 'x' } } },
    ['delivery_date'],
  ],
  ['fields whose value before it has', { status: 'accepted', previous_status: 'pending' }, ['status']],
  [
    'units on hand with what is available',
    { quantity: 4, available_quantity: 3, previous_quantity: 5 },
    ['quantity', 'available_quantity'],
  ],
  ['nothing of a new object', { status: 'pending', previous_status: null }, null],
  ['nothing where nothing is said', { id: 'a' }, null],
])('an event says %s', (_what, data, names) => {
  expect(changedIn(data)).toEqual(names);
});

const [here, there] = ['h', 't'];
test.each([
  ['no filter', null, { locationIds: [there], data: {} }, true],
  ['another location alone', { location_ids: [here] }, { locationIds: [there], data: {} }, false],
  ['one of several locations', { location_ids: [here] }, { locationIds: [there, here], data: {} }, true],
  ['the whole business', { location_ids: [here] }, { locationIds: null, data: {} }, true],
  ['another field', { fields: ['status'] }, { locationIds: null, data: { changed: ['name'] } }, false],
  [
    'one of its fields',
    { fields: ['status', 'name'] },
    { locationIds: null, data: { changed: ['name'] } },
    true,
  ],
  ['what says nothing of changes', { fields: ['status'] }, { locationIds: null, data: {} }, true],
])('a filter decides on %s', (_what, filter, event, passed) => {
  expect(passes(filter, event)).toBe(passed);
});

test('the form sends one event a request as no batch, and keeps the locations that it does not show', () => {
  expect(endpointFields(NEW_ENDPOINT)).toMatchObject({ batch: null, filter: null });
  const values = { ...NEW_ENDPOINT, max_events: 20, max_wait_seconds: 3, fields: 'status,  name ' };
  const sent = endpointFields(values, [here]);
  expect(sent).toMatchObject({
    batch: { max_events: 20, max_wait_seconds: 3 },
    filter: { location_ids: [here], fields: ['status', 'name'] },
  });
  const shown = endpointValues({ ...sent, description: null } as Parameters<typeof endpointValues>[0]);
  expect(shown).toMatchObject({ max_events: 20, max_wait_seconds: 3, fields: 'status, name' });
});
