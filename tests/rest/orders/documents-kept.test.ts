import { expect, test } from 'vitest';
import { drawnOf } from '../../../server/features/orders/documents/drawn';
import type { PrintedSheet } from '../../../server/features/orders/documents/schema';
import { createBusiness } from '../../factories/business';
import { openStage } from '../../setup/stage';

const stage = await openStage();

const SHEET: PrintedSheet = {
  title: 'Packing slip',
  number: 'ORD-1',
  logo_url: null,
  facts: [],
  parties: [],
  columns: [],
  rows: [],
  categories: [],
  totals: [],
  notes: null,
  signatures: [],
};

test('makes no sheet of what a kept document shows', async () => {
  const ctx = { db: stage.db, actor: { entity: await createBusiness(stage.db, 'wholesaler') } };
  let made = 0;
  const print = (source: unknown) =>
    drawnOf(ctx, source, () => {
      made++;
      return [SHEET];
    });
  const first = await print({ order: 'ORD-1', lines: 1 });
  expect(await print({ order: 'ORD-1', lines: 1 })).toEqual(first);
  expect(made).toBe(1);
  await print({ order: 'ORD-1', lines: 2 });
  expect(made).toBe(2);
});
