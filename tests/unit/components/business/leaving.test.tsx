// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { CreditDialog } from '@/components/money/invoices/credit-dialog';
import type { Invoice } from '@/components/money/invoices/types';
import { ApplyDialog } from '@/components/money/payments/apply-dialog';
import { AdjustmentsDialog } from '@/components/orders/adjustments-dialog';
import { LotsDialog } from '@/components/orders/lots-dialog';
import { ReceiveDialog } from '@/components/orders/receive-dialog';
import type { Order, OrderItem } from '@/components/orders/types';
import { BulkAdjustDialog } from '@/components/stock/inventory/bulk-adjust-dialog';
import type { StockItem } from '@/components/stock/inventory/types';
import { LeaveGuard } from '@/components/ui/forms/leave-guard';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation, resetNavigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
afterEach(() => {
  cleanup();
  resetNavigation();
});

const GOODS = {
  ...{ id: 'x', product_id: 'p', product_name: 'Blue Dream', variant_name: '1 g', sku: 'BD-1' },
  ...{ category: 'flower', image: null, images: [], unit: null, step: null, quantity: 6 },
};
const ITEM = { ...GOODS, shipped_quantity: 6, lots: [] };
const ORDER = {
  ...{ id: 'o', order_number: 'ORD-1', items: [ITEM], adjustments: [] },
  ...{ retailer: { name: 'Harbor' }, wholesaler: { name: 'Redwood' } },
} as unknown as Order;
const STOCK = {
  ...GOODS,
  ...{ location_id: 'l', room_type: 'vault', reserved_quantity: 0, available_quantity: 6 },
} as unknown as StockItem;
const INVOICE = {
  ...{ id: 'i', number: 'INV-1' },
  lines: [{ ...GOODS, item_id: 'x', amount: 6, unit_price: 10 }],
} as unknown as Invoice;
const LOT = {
  ...{ lot_id: 'b', batch_id: 'B-1', package_tag: null, expiration_date: null, blocked: null },
  ...{ has_coa: true, quantity: 1, available_quantity: 6 },
};
const SERVER: Record<string, unknown> = {
  'orders.lineLots': { lots: [LOT], unassigned_available: 6 },
  'invoices.list': pageOf([{ id: 'i', number: 'INV-1', due_on: '2026-11-20', balance: 40, overdue: false }]),
};

type Show = (onClose: () => void) => ReactNode;
const DIALOGS: readonly [string, string | RegExp, Show][] = [
  ['a receipt', /^Note/, (onClose) => <ReceiveDialog order={ORDER} side="retailer" onClose={onClose} />],
  [
    'counts of a receipt',
    /^Accepted/,
    (onClose) => <ReceiveDialog order={ORDER} side="retailer" onClose={onClose} />,
  ],
  [
    'a bulk adjustment',
    'Change for all',
    (onClose) => (
      <BulkAdjustDialog
        items={[STOCK]}
        room={null}
        placeOf={() => 'Harbor'}
        onClose={onClose}
        onDone={onClose}
      />
    ),
  ],
  [
    'discounts and freight',
    'Label',
    (onClose) => (
      <AdjustmentsDialog
        order={{ ...ORDER, adjustments: [{ kind: 'fee', label: 'Fee', amount: 5 }] } as unknown as Order}
        onClose={onClose}
      />
    ),
  ],
  [
    'the lots of a line',
    'Units of lot B-1',
    (onClose) => <LotsDialog order={ORDER} item={ITEM as unknown as OrderItem} onClose={onClose} />,
  ],
  [
    'a credit',
    'Credit of Blue Dream BD-1',
    (onClose) => <CreditDialog invoice={INVOICE} notes={[]} onClose={onClose} />,
  ],
  [
    'an allocation',
    'Apply to INV-1',
    (onClose) => (
      <ApplyDialog
        money={{ kind: 'payment', id: 'm', name: 'Check 1', left: 20, customer: { id: 'c', name: 'Harbor' } }}
        onClose={onClose}
      />
    ),
  ],
];

test.each(DIALOGS)('asks before discarding %s, whichever way it is left', async (_, label, show) => {
  const onClose = vi.fn();
  const { user } = showPage(show(onClose), (path) => SERVER[path]);
  const dialog = screen.getByRole('dialog');
  await user.type(await within(dialog).findByLabelText(label), '5');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test.each(DIALOGS)('leaves %s at once where nothing was typed', async (_, label, show) => {
  const onClose = vi.fn();
  const { user } = showPage(show(onClose), (path) => SERVER[path]);
  await within(screen.getByRole('dialog')).findByLabelText(label);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('asks before another tab of the page drops unsaved changes, and not before a jump within the page', async () => {
  const push = vi.spyOn(navigation, 'push');
  const { user } = showPage(
    <>
      <LeaveGuard active />
      <a href="?tab=notes">Notes</a>
      <a href="#history">History</a>
    </>,
    () => null,
  );
  await user.click(screen.getByRole('link', { name: 'History' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Notes' }));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(push).toHaveBeenCalledWith(expect.stringMatching(/\?tab=notes$/));
});
