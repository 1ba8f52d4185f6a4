import { expect, test } from 'vitest';
import { ENTITY_TYPES } from '../../../server/kernel/entity-types';
import { NOTICE_OBJECTS, pathOf } from '../../../server/kernel/notices';
import { ROUTES } from '../../e2e/routes';

const pages = ROUTES.map((route) => new RegExp(`^${route.replaceAll(/\[\w+\]/g, '[^/]+')}$`));

test('links every object of a notification to a page of the dashboard', () => {
  for (const type of NOTICE_OBJECTS) {
    for (const business of ENTITY_TYPES) {
      const path = pathOf({ type, id: 'x' }, business);
      expect(
        pages.some((page) => page.test(path)),
        path,
      ).toBe(true);
    }
  }
});

test('leads to the other business as supplier or as customer', () => {
  expect(pathOf({ type: 'connection', id: 'x' }, 'retailer')).toBe('/suppliers/x');
  expect(pathOf({ type: 'connection', id: 'x' }, 'wholesaler')).toBe('/customers/x');
});
