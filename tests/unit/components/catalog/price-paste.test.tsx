// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { PriceListPage } from '@/components/catalog/price-lists/detail-page';
import { ToastHost } from '@/components/ui/base/toast-host';
import { showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
navigation.pathname = '/price-lists/l';
afterEach(cleanup);

const LIST = {
  ...{
    id: 'l',
    name: 'Gold',
    discount_bps: 0,
    active: true,
    rule_count: 2,
    customers_count: 0,
    external_ids: {},
  },
  ...{ created_at: '2026-01-02T15:04:05.678Z', updated_at: '2026-01-02T15:04:05.678Z' },
};
const rule = (sku: string, min_amount: number, unit_price: number) => ({
  ...{ sku, min_amount, unit_price, product_name: 'Blue Dream', variant_name: '3.5 g' },
  ...{ unit: null, wholesale_price: 20 },
});
const item = (sku: string, product_name: string, unit_cost: number | null) => ({
  ...{
    sku,
    variant_id: sku,
    product_name,
    variant_name: '3.5 g',
    unit: null,
    wholesale_price: 20,
    unit_cost,
  },
});
const SOLD = [item('BD', 'Blue Dream', 12), item('OG', 'OG Kush', null)];

function showList() {
  return showPage(
    <>
      <ToastHost />
      <PriceListPage first={LIST} rules={[rule('BD', 1, 20), rule('BD', 10, 18)]} />
    </>,
    (path, input) => {
      if (path === 'priceLists.get' || path === 'priceLists.setRules') return LIST;
      if (path !== 'priceLists.items') throw new Error(`no answer for ${path}`);
      const { skus } = input as { skus: string[] };
      return { data: SOLD.filter(({ sku }) => skus.includes(sku)) };
    },
    { permissions: ['read:prices', 'update:prices'] },
  );
}
const writesOf = (calls: { path: string }[]) => calls.filter(({ path }) => path === 'priceLists.setRules');

async function paste(user: ReturnType<typeof showList>['user'], text: string) {
  await user.click(screen.getByRole('button', { name: 'Paste prices' }));
  fireEvent.change(await screen.findByLabelText('Cells'), { target: { value: text } });
  await user.click(screen.getByRole('button', { name: 'Preview changes' }));
  return screen.findByRole('dialog', { name: 'Review prices' });
}
const rowsOf = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('pasted prices', () => {
  test('are shown old and new with what to check, and written once by one act', async () => {
    const { user, calls } = showList();
    const dialog = await paste(user, 'SKU\t1\t10\nBD\t20\t11\nOG\t9\t10\nNO-SUCH\t1\t1');
    expect(writesOf(calls)).toEqual([]);
    expect(rowsOf(dialog)).toEqual([
      ['Blue Dream 3.5 gBD · from 10Below cost of $12.00', '$18.00', '$11.00'],
      ['OG Kush 3.5 gOG · from 1', 'None', '$9.00'],
      ['OG Kush 3.5 gOG · from 10More than a smaller amount', 'None', '$10.00'],
    ]);
    expect(dialog.textContent).toContain('3 changes · 1 unchanged · 2 to check');
    expect(dialog.textContent).toContain('Not found in what you sell, left out: NO-SUCH');
    await user.click(within(dialog).getByRole('button', { name: 'Apply 3 changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(writesOf(calls)).toEqual([
      {
        path: 'priceLists.setRules',
        input: {
          id: 'l',
          rules: [
            { sku: 'BD', min_amount: 1, unit_price: 20 },
            { sku: 'BD', min_amount: 10, unit_price: 11 },
            { sku: 'OG', min_amount: 1, unit_price: 9 },
            { sku: 'OG', min_amount: 10, unit_price: 10 },
          ],
        },
      },
    ]);
    expect(screen.queryByRole('button', { name: 'Save prices' })).toBeNull();
  });

  test('are left out where they are no price, and a line that repeats a SKU counts last', async () => {
    const { user } = showList();
    const dialog = await paste(user, 'SKU\t1\t10\nBD\tcall us\t17\nOG\t9\nBD\t20\t\nOG\t8');
    expect(rowsOf(dialog)).toEqual([
      ['Blue Dream 3.5 gBD · from 10', '$18.00', 'Removed'],
      ['OG Kush 3.5 gOG · from 1', 'None', '$8.00'],
    ]);
    expect(dialog.textContent).toContain('Pasted twice, the last line counts: BD, OG');
    expect(dialog.textContent).toContain('Not a price, left out: BD from 1 “call us”');
  });

  test('keep a blank corner and a blank last cell, which removes its price', async () => {
    const { user } = showList();
    const dialog = await paste(user, '\t1\t10\nBD\t21\t');
    expect(rowsOf(dialog)).toEqual([
      ['Blue Dream 3.5 gBD · from 1', '$20.00', '$21.00'],
      ['Blue Dream 3.5 gBD · from 10', '$18.00', 'Removed'],
    ]);
  });

  test('change nothing when the review is canceled, or when they are what the list has', async () => {
    const { user, calls } = showList();
    const dialog = await paste(user, 'BD\t20\t18');
    expect(dialog.textContent).toContain('Nothing to change · 2 unchanged');
    expect(within(dialog).queryByRole('button', { name: /Apply/ })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(writesOf(calls)).toEqual([]);
  });

  test('of several cells are reviewed in the grid, too', async () => {
    const { user, calls } = showList();
    const cell = screen.getByLabelText('Blue Dream 3.5 g, from 1');
    fireEvent.paste(cell, { clipboardData: { getData: () => '15\t14' } });
    const dialog = await screen.findByRole('dialog', { name: 'Review prices' });
    expect(rowsOf(dialog).map((row) => row.slice(1))).toEqual([
      ['$20.00', '$15.00'],
      ['$18.00', '$14.00'],
    ]);
    await user.click(within(dialog).getByRole('button', { name: 'Apply 2 changes' }));
    await waitFor(() => expect(writesOf(calls)).toHaveLength(1));
  });
});
