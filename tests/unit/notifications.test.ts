import { expect, test } from 'vitest';
import { hrefOf, KIND_LABELS } from '../../components/notifications/labels';
import { KIND_NAMES, NOTICE_OBJECTS, pathOf } from '../../server/kernel/notices';
import { ENTITY_TYPES } from '../../server/kernel/permissions';

test('the dashboard and mails call kinds the same', () => {
  expect(KIND_LABELS).toEqual(KIND_NAMES);
});

test('the dashboard and mails link to the same pages', () => {
  for (const type of NOTICE_OBJECTS) {
    for (const business of ENTITY_TYPES) {
      expect(hrefOf({ type, id: 'x' }, business)).toBe(pathOf({ type, id: 'x' }, business));
    }
  }
});
