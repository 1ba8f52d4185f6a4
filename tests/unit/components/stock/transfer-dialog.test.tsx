// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TransferDialog } from '@/components/stock/inventory/transfer-dialog';
import type { StockItem } from '@/components/stock/inventory/types';
import { showPage } from '../../../setup/browser-page';

vi.setConfig({ testTimeout: 60_000 });
afterEach(cleanup);

const item = (id: string, room_type: StockItem['room_type'], available_quantity: number): StockItem => ({
  id,
  product_id: 'p',
  product_name: 'Blue Dream',
  variant_name: '1 g',
  sku: 'BD-1',
  category: 'flower',
  image: null,
  unit: null,
  step: null,
  location_id: 'oakland',
  room_type,
  quantity: available_quantity,
  reserved_quantity: 0,
  available_quantity,
});
const ROOMS = [item('v', 'vault', 12), item('f', 'sales_floor', 3), item('q', 'quarantine', 5)];

function show(source: 'all' | 'vault', items = ROOMS, inReach: readonly { id: string; name: string }[] = []) {
  const page = showPage(
    <TransferDialog
      items={items}
      source={source}
      locations={[{ id: 'oakland', name: 'Oakland' }]}
      onClose={() => {}}
      onDone={() => {}}
    />,
    () => ({ id: 't' }),
    { locations: inReach },
  );
  const dialog = screen.getByRole('dialog');
  const send = () => page.user.click(within(dialog).getByRole('button', { name: 'Transfer' }));
  return { ...page, dialog, send };
}

test('moves lines of several rooms in one transfer, each from its own room', async () => {
  const { dialog, send, user, calls } = show('all');
  expect(within(dialog).getByLabelText<HTMLSelectElement>('From room').value).toBe('all');
  await user.selectOptions(within(dialog).getByLabelText('To room'), 'secret_menu');
  await user.type(within(dialog).getByLabelText(/^Note/), 'Tasting');
  await send();
  const to = { to_location_id: 'oakland', to_room_type: 'secret_menu' };
  expect(calls).toEqual([
    {
      path: 'inventory.transfer',
      input: {
        lines: [
          { inventory_id: 'v', quantity: 12, ...to },
          { inventory_id: 'f', quantity: 3, ...to },
          { inventory_id: 'q', quantity: 5, ...to },
        ],
        notes: 'Tasting',
      },
    },
  ]);
});

test('says which lines stay because they are there already', () => {
  const { dialog } = show('all');
  const [, floor] = within(within(dialog).getByRole('list', { name: 'Rows to move' })).getAllByRole(
    'listitem',
  );
  expect(floor?.textContent).toContain('Already there');
});

test('names the rooms that one source room leaves out, and takes them once all rooms are chosen', async () => {
  const { dialog, user } = show('vault');
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
  expect(dialog.textContent).toContain('Not included: stock of these items in Sales floor, Quarantine.');
  await user.selectOptions(within(dialog).getByLabelText('From room'), 'all');
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(3);
  expect(dialog.textContent).not.toContain('Not included');
});

test('says nothing of rooms without units to move', () => {
  const { dialog } = show('vault', [item('v', 'vault', 12), item('f', 'sales_floor', 0)]);
  expect(dialog.textContent).not.toContain('Not included');
});

test('offers the locations within the reach of the member', () => {
  const { dialog } = show('vault', ROOMS, [{ id: 'fresno', name: 'Fresno' }]);
  const options = within(within(dialog).getByLabelText('To location')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Same location as now', 'Fresno']);
});
