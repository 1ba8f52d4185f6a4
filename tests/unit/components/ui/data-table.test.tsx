// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ordersColumns } from '@/components/orders/columns';
import { sideRulesOf } from '@/components/orders/side-rules';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { EVERY_COLUMN, type Fit, nextFit } from '@/components/ui/data-table/fitting';
import { droppableColumns } from '@/components/ui/data-table/shown-columns';
import { navigation } from '../../../setup/navigation';

// A busy machine is no defect of a table.
vi.setConfig({ testTimeout: 60_000 });
navigation.pathname = '/inventory';

type Item = { id: string; name: string; room: string; quantity: number; note: string };
const ITEMS: Item[] = Array.from({ length: 50 }, (_, i) => ({
  id: `id-${i}`,
  name: `Item ${i}`,
  room: 'Vault',
  quantity: i,
  note: `Note ${i}`,
}));

let wide = true;
let cellsRendered = 0;
const column = columnsOf<Item>();
const COLUMNS = column.columns([
  column.accessor('name', {
    header: 'Product',
    meta: { rowHeader: true },
    cell: (info) => {
      cellsRendered++;
      return <a href={`/inventory/${info.row.original.id}`}>{info.getValue()}</a>;
    },
  }),
  column.accessor('room', { header: 'Room' }),
  column.accessor('quantity', { header: 'Quantity', meta: { align: 'right' } }),
  column.accessor('note', { header: 'Note' }),
  column.display({
    id: 'actions',
    header: 'Actions',
    meta: { card: 'actions' },
    cell: ({ row }) => <button type="button">Adjust {row.original.name}</button>,
  }),
]);

function List() {
  const [ids, setIds] = useState<readonly string[]>([]);
  return (
    <DataTable
      caption="Items"
      columns={COLUMNS}
      rows={ITEMS}
      getRowId={(row) => row.id}
      rowLabel={(row) => row.name}
      empty={null}
      selection={{
        ids,
        has: (id) => ids.includes(id),
        count: ids.length,
        checking: false,
        replace: (next) => setIds([...next]),
        clear: () => setIds([]),
      }}
    />
  );
}

beforeEach(() => {
  wide = true;
  cellsRendered = 0;
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('selecting a row, the page and clearing it render no cell again', async () => {
  render(<List />);
  const before = cellsRendered;
  expect(before).toBeGreaterThanOrEqual(ITEMS.length);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Item 7' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(ITEMS.length + 1);
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryAllByRole('checkbox', { checked: true })).toHaveLength(0);
  expect(cellsRendered).toBe(before);
});

test('columns give way as they say, by their threshold, then from the right; the name and the actions never do', () => {
  const columns = [
    { id: 'name', hints: { rowHeader: true } },
    { id: 'room', hints: {} },
    { id: 'quantity', hints: {} },
    { id: 'price', hints: { hideBelow: 'xl' } },
    { id: 'cost', hints: { hideBelow: '3xl' } },
    { id: 'reserved', hints: { hideBelow: 'xl' } },
    { id: 'total', hints: { leaves: 'last' } },
    { id: 'certificate', hints: { leaves: 'first' } },
    { id: 'actions', hints: { card: 'actions' } },
  ] as const;
  expect(droppableColumns(columns)).toEqual([
    ...['certificate', 'cost', 'reserved', 'price'],
    ...['quantity', 'room', 'total'],
  ]);
});

test('orders keep customer, lateness and status longest', () => {
  const rules = sideRulesOf('wholesaler');
  const columns = ordersColumns({ rules, timezone: 'UTC', mayMove: true, onMoved: () => {} });
  const order = droppableColumns(
    columns.map(({ id, accessorKey, meta = {} }: { id?: string; accessorKey?: string; meta?: object }) => ({
      id: id ?? String(accessorKey),
      hints: meta,
    })),
  );
  expect(order.slice(-3)).toEqual(['status', 'delivery_date', 'party']);
});

const WHOLE = 1000;
/** Steps until nothing changes, as the observer does. @param widths of the columns that may go @returns with the steps */
function settle(from: Fit, widths: readonly number[], room: number): Fit & { steps: number } {
  let fit = from;
  for (let steps = 0; steps < 20; steps++) {
    const needed = WHOLE - widths.slice(0, fit.dropped).reduce((sum, width) => sum + width, 0);
    const next = nextFit(fit, needed, room, widths);
    if (next === fit) return { ...fit, steps };
    fit = next;
  }
  throw new Error('never settles');
}

test('drops as many columns as it takes in one step, and brings them back with the room for them', () => {
  const widths = [100, 0, 100, 100];
  const narrow = settle(EVERY_COLUMN, widths, 850);
  expect(narrow).toMatchObject({ dropped: 3, steps: 1 });
  expect(settle(narrow, widths, 899).dropped).toBe(3);
  expect(settle(narrow, widths, 900).dropped).toBe(1);
  expect(settle(narrow, widths, 1200)).toMatchObject({ dropped: 0, steps: 1 });
  expect(settle(EVERY_COLUMN, widths, 300).dropped).toBe(4);
});

test('on a phone a row shows two values, and its sheet the rest and the actions', async () => {
  wide = false;
  render(<List />);
  const list = screen.getByRole('list', { name: 'Items' });
  const row = within(list).getAllByRole('listitem')[3] as HTMLElement;
  expect(within(row).getByText('Vault')).toBeTruthy();
  expect(within(row).queryByText('Note 3')).toBeNull();
  expect(within(row).queryByRole('button', { name: 'Adjust Item 3' })).toBeNull();
  await userEvent.click(within(row).getByRole('button', { name: 'More about Item 3' }));
  const sheet = await screen.findByRole('dialog', { name: 'Item 3' });
  expect(within(sheet).getByText('Note 3')).toBeTruthy();
  expect(within(sheet).getByRole('button', { name: 'Adjust Item 3' })).toBeTruthy();
});

test('on a phone a row leaves out a value that is empty, where its column says so', () => {
  wide = false;
  const meta = { card: 'detail', named: true } as const;
  const dates = columnsOf<{ id: string; until: string | null; since: string | null }>();
  const columns = dates.columns([
    dates.accessor('id', { header: 'Name', meta: { rowHeader: true } }),
    dates.accessor('until', { header: 'Until', meta: { ...meta, hideEmpty: true } }),
    dates.accessor('since', { header: 'Since', meta }),
  ]);
  const rows = [
    { id: 'a', until: '2026-12-01', since: null },
    { id: 'b', until: null, since: null },
  ];
  render(
    <DataTable
      caption="Dates"
      columns={columns}
      rows={rows}
      getRowId={({ id }) => id}
      rowLabel={({ id }) => id}
      empty={null}
    />,
  );
  const [full, empty] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(within(full).getByText('Until')).toBeTruthy();
  expect(within(empty).queryByText('Until')).toBeNull();
  expect(within(empty).getByText('Since')).toBeTruthy();
});
