// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LevelsDialog } from '@/components/stock/inventory/levels-dialog';
import { showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const level = (id: string, name: string, fields: object = {}) => ({
  id,
  product: { id: `p${id}`, name, category: 'flower', image: null },
  variant: { id: `v${id}`, name: '3.5 g', sku: `SKU-${id}` },
  location: { id: 'l', name: 'Mission' },
  ...{ sellable_quantity: 4, unit: null, step: null, reorder_point: null, par: null },
  ...fields,
});
const TWO = [level('1', 'Blue Dream', { reorder_point: 6 }), level('2', 'Gelato')] as never;

test('what the first row has can be given to all, and only what changed is sent', async () => {
  const onDone = vi.fn();
  const { user, calls } = showPage(
    <LevelsDialog levels={TWO} onClose={() => {}} onDone={onDone} />,
    () => ({ data: [] }),
    { permissions: ['update:inventory'] },
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Set levels' }));
  const par = (name: string) => dialog.getByRole('textbox', { name: new RegExp(`^Par, ${name}`) });
  await user.type(par('Blue Dream'), '5');
  await user.click(dialog.getByRole('button', { name: 'Save levels' }));
  await dialog.findByText(/par must be at least the reorder point/);
  expect(calls).toEqual([]);
  await user.clear(par('Blue Dream'));
  await user.type(par('Blue Dream'), '24');
  await user.click(dialog.getByRole('button', { name: 'First row for all' }));
  await user.click(dialog.getByRole('button', { name: 'Save levels' }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(calls.map(({ input }) => input)).toEqual([
    {
      lines: ['v1', 'v2'].map((variant_id) => ({ variant_id, location_id: 'l', reorder_point: 6, par: 24 })),
    },
  ]);
});
