// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import type { Reading } from '@/components/stock/certificates/types';
import { ReceivePage } from '@/components/stock/receiving/receive-page';
import type { GoodsKind } from '@/components/stock/receiving/types';
import { todayIn } from '@/components/ui/format';
import type { Permission } from '@/server/kernel/permissions';
import { type Call, pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

vi.setConfig({ testTimeout: 60_000 });
const push = vi.fn();
navigation.pathname = '/inventory/receipts/new';
navigation.push = push;
afterEach(() => {
  cleanup();
  push.mockClear();
  vi.unstubAllGlobals();
});

const TODAY = todayIn('America/Los_Angeles');
const variant = (sku: string, fields: object = {}) => ({
  ...{ id: `v-${sku}`, name: '3.5 g', sku, unit: null, step: null },
  ...fields,
});
const PRODUCTS = [
  ...Array.from({ length: 12 }, (_, n) => ({
    ...{ id: `p-${n}`, name: `Strain ${n}`, category: 'flower', images: [] },
    variants: [variant(`SKU-${n}`)],
  })),
  {
    ...{ id: 'p-lb', name: 'Bulk flower', category: 'flower', images: [] },
    variants: [variant('BULK', { name: 'Bulk', unit: 'lb', step: 0.01 })],
  },
];
const lineOf = (sku: string) => {
  const product = PRODUCTS.find(({ variants }) => variants[0]?.sku === sku);
  const [found] = product?.variants ?? [];
  return {
    ...{ product_id: product?.id, product_name: product?.name, category: 'flower', image: null },
    ...{ variant_id: found?.id, variant_name: found?.name, sku, unit: found?.unit, step: found?.step },
  };
};

/** What the server throws, as tRPC hands it on. */
const failure = (code: string, details: object) =>
  TRPCClientError.from({ error: { message: 'No.', code: -32600, data: { code, details, requestId: null } } });

interface Sent {
  kind: string;
  lines: Array<{ sku?: string; confirm?: string[]; coa?: object }>;
  dry_run?: boolean;
}

/** A server that knows the products above. @param judge what it makes of a receipt; nothing lets it pass */
function show({
  kind = 'purchase',
  judge = () => {},
  permissions = ['update:inventory', 'create:coa'],
}: {
  kind?: GoodsKind;
  judge?: (body: Sent) => void;
  permissions?: readonly Permission[];
} = {}) {
  const answer = (path: string, input: unknown) => {
    if (path === 'products.list') {
      const { search } = input as { search: string };
      const words = search.toLowerCase();
      return pageOf(
        PRODUCTS.filter(({ name, variants }) =>
          [name, variants[0]?.sku ?? ''].some((text) => text.toLowerCase().startsWith(words)),
        ),
      );
    }
    if (path === 'goodsSuppliers.list')
      return pageOf([{ id: 's', name: 'Humboldt Sun Farms', license_number: 'CCL18-1', state: 'CA' }]);
    if (path === 'batches.list' || path === 'lots.list') return pageOf([]);
    const body = input as Sent;
    if (body.dry_run) {
      const errors = body.lines.flatMap(({ sku }, n) =>
        lineOf(sku ?? '').variant_id
          ? []
          : [{ path: `lines[${n}].sku`, code: 'unknown_sku', message: 'is unknown' }],
      );
      if (errors.length > 0) throw failure('INVALID_REQUEST', { errors });
      return { lines: body.lines.map(({ sku }) => lineOf(sku ?? '')) };
    }
    judge(body);
    return { id: 'r', number: 'GR-1' };
  };
  return showPage(
    <ReceivePage kind={kind} places={[{ id: 'l', name: 'Harbor' }]} placeId="l" first={null} today={TODAY} />,
    answer,
    { permissions },
  );
}
const sent = (calls: readonly Call[]) =>
  calls
    .filter(({ path, input }) => path === 'goodsReceipts.create' && !(input as Sent).dry_run)
    .map(({ input }) => input as Sent);
const goods = () => screen.getByRole('combobox', { name: 'SKU or product' });
const supplier = () => screen.getByRole('combobox', { name: 'Supplier' });
const table = () => screen.findByRole('table', { name: 'Lines of the receipt' });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1);

test('receives twelve lines from a new supplier by the keyboard alone', async () => {
  const { user, calls } = show();
  expect(document.activeElement).toBe(supplier());
  await user.keyboard('Delta Farms{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('License (optional)'));
  await user.keyboard('CCL20-7');
  await user.click(goods());
  for (let n = 0; n < 12; n++) {
    await user.keyboard(`SKU-${n}{Enter}`);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Amount/)));
    // Amount, batch, tag, cost, packaged, expires, harvested; then the next goods.
    await user.keyboard(`${n + 1}{Enter}B-${n}{Enter}T-${n}{Enter}16.5{Enter}{Enter}{Enter}{Enter}`);
    expect(document.activeElement).toBe(goods());
    expect(goods()).toHaveProperty('value', '');
  }
  expect(await rows()).toHaveLength(12);
  expect(screen.getByText('12 lines · 78 units · $1,287.00')).toBeTruthy();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(push).toHaveBeenCalledWith('/inventory/receipts/r'));
  const [body] = sent(calls);
  expect(body).toMatchObject({
    ...{ kind: 'purchase', location_id: 'l', received_on: TODAY },
    supplier: { name: 'Delta Farms', license_number: 'CCL20-7' },
  });
  expect(body?.lines).toHaveLength(12);
  expect(body?.lines[11]).toMatchObject({
    ...{ variant_id: 'v-SKU-11', quantity: 12, batch_id: 'B-11', package_tag: 'T-11', unit_cost: 16.5 },
  });
});

test('takes what a scanner types with its Enter, however late the results come', async () => {
  const { user } = show();
  await user.click(goods());
  await user.keyboard('SKU-1{Enter}');
  expect(await screen.findByRole('group', { name: 'Line of Strain 1 3.5 g' })).toBeTruthy();
  expect(await rows()).toHaveLength(1);
});

test('takes an amount with the SKU, of goods by weight in their unit', async () => {
  const { user, calls } = show({ kind: 'found' });
  await user.click(goods());
  await user.keyboard('BULK x2.25{Enter}');
  await waitFor(() => expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '2.25'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sent(calls)).toHaveLength(1));
  expect(sent(calls)[0]).toMatchObject({ kind: 'found', lines: [{ variant_id: 'v-BULK', quantity: 225 }] });
  expect(sent(calls)[0]).not.toHaveProperty('supplier');
});

test('finds a supplier that is known, and sends its license', async () => {
  const { user, calls } = show();
  await user.type(supplier(), 'hum');
  await user.click(await screen.findByRole('option', { name: /Humboldt Sun Farms/ }));
  await user.click(goods());
  await user.keyboard('SKU-1 x3{Enter}');
  await screen.findByRole('group', { name: /^Line of/ });
  await user.click(screen.getByRole('button', { name: 'Receive 1 line' }));
  await waitFor(() => expect(sent(calls)).toHaveLength(1));
  expect(sent(calls)[0]).toMatchObject({
    supplier: { name: 'Humboldt Sun Farms', license_number: 'CCL18-1', state: 'CA' },
  });
});

test('makes lines of pasted rows, and lists those that can’t be read', async () => {
  const { user } = show();
  await user.click(goods());
  await user.paste(
    [
      'SKU\tQty\tBatch\tExpires\tCost',
      'SKU-1\t24\tB-1\t11/30/2099\t$16.50',
      'SKU-2\tmany\tB-2\t\t',
      'NOPE\t1\t\t\t',
      'BULK\t2.25 lb\tB-3\t2099-12-31\t800',
      'SKU-3\t1\tB-4\t13/45/2099\t',
    ].join('\n'),
  );
  const report = await screen.findByRole('region', { name: 'Pasted rows' });
  expect(report.textContent).toContain("2 lines added, 3 rows couldn't be read");
  expect(report.textContent).toContain('Row 3 (SKU-2 · many · B-2): Amount “many”: enter a whole number');
  expect(report.textContent).toContain('Row 4 (NOPE · 1): No product has this SKU');
  expect(report.textContent).toContain('Row 6');
  const [first, second] = await rows();
  expect(first?.textContent).toContain('24');
  expect(first?.textContent).toContain('Nov 30, 2099');
  expect(second?.textContent).toContain('2.25 lb');
  expect(goods()).toHaveProperty('value', '');
});

test('says what is missing before anything is sent, at its line', async () => {
  const { user, calls } = show();
  await user.click(screen.getByRole('button', { name: 'Receive goods' }));
  expect(screen.getByText('Add goods first.')).toBeTruthy();
  await user.click(goods());
  await user.keyboard('SKU-1{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Amount/)));
  await user.type(screen.getByLabelText('Package tag'), 'T-1');
  await user.click(screen.getByRole('button', { name: 'Receive 1 line' }));
  const line = screen.getByRole('group', { name: /^Line of/ });
  expect(within(line).getByText('Enter an amount')).toBeTruthy();
  expect(within(line).getByText('Enter the batch number')).toBeTruthy();
  expect(screen.getByText('Enter who delivered the goods')).toBeTruthy();
  expect(sent(calls)).toEqual([]);
});

test('asks all questions in one dialog, in words, and sends what was confirmed', async () => {
  const { user, calls } = show({
    judge: ({ lines }) => {
      if (lines[0]?.confirm) return;
      throw failure('CONFLICT', {
        reason: 'confirm_required',
        questions: [
          { path: 'lines[0].expires_on', code: 'expired', value: '2025-11-30' },
          { path: 'lines[0].package_tag', code: 'tag_on_order', value: 'ORD-7', order_id: 'o7' },
          { path: 'reference', code: 'same_reference', value: 'GR-0' },
        ],
      });
    },
  });
  await user.type(supplier(), 'Delta Farms');
  await user.click(goods());
  await user.keyboard('SKU-1 x2{Enter}');
  await screen.findByRole('group', { name: /^Line of/ });
  await user.type(screen.getByLabelText('Batch'), 'B-1');
  await user.type(screen.getByLabelText('Package tag'), 'T-1');
  await user.click(screen.getByRole('button', { name: 'Receive 1 line' }));
  const dialog = await screen.findByRole('dialog', { name: 'Check before you receive' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Strain 1 3.5 g expired on Nov 30, 2025. Its units would go to quarantine.',
    'Package T-1 of Strain 1 3.5 g comes with order ORD-7, which is under way. Receive it there instead. Open order ORD-7',
    'You have received goods with this reference from this supplier before: GR-0.',
  ]);
  expect(within(dialog).getByRole('link', { name: 'Open order ORD-7' }).getAttribute('href')).toBe(
    '/orders/o7',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Receive 1 line anyway' }));
  await waitFor(() => expect(push).toHaveBeenCalledWith('/inventory/receipts/r'));
  expect(sent(calls)).toHaveLength(2);
  expect(sent(calls)[1]).toMatchObject({
    confirm: ['same_reference'],
    lines: [{ confirm: ['expired', 'tag_on_order'] }],
  });
});

test('puts what the server rejects at its line, until the line changes', async () => {
  const { user } = show({
    kind: 'found',
    judge: () => {
      throw failure('CONFLICT', {
        reason: 'tag_taken',
        errors: [{ path: 'lines[0].package_tag', code: 'tag_taken', message: 'has units in your stock' }],
      });
    },
  });
  await user.click(goods());
  await user.keyboard('SKU-1 x2{Enter}');
  await screen.findByRole('group', { name: /^Line of/ });
  await user.type(screen.getByLabelText('Batch'), 'B-1');
  await user.type(screen.getByLabelText('Package tag'), 'T-1');
  await user.click(screen.getByRole('button', { name: 'Receive 1 line' }));
  const line = screen.getByRole('group', { name: /^Line of/ });
  expect(await within(line).findByText('Has units in your stock')).toBeTruthy();
  await user.type(screen.getByLabelText('Package tag'), '2');
  expect(within(line).queryByText('Has units in your stock')).toBeNull();
});

const PDF = '%PDF-1.4\n%%EOF';
const pdf = (name: string) => new File([PDF], name, { type: 'application/pdf' });
/** A server that reads each certificate as the batch that its file is called. */
function readsFiles() {
  const read = vi.fn(async (_: string, { body }: { body: FormData }) => {
    const { name } = body.get('file') as File;
    const number = name.replace('.pdf', '');
    const reading: Partial<Reading> = {
      id: `reading-${number}`,
      file_name: name,
      status: 'read',
      extracted: {
        ...{ lab: 'Juniper Ridge Labs', batch_id: number, sampled_on: '2026-01-02', result: 'passed' },
        ...{ thc_percentage: 22.4, cbd_percentage: null, expires_on: '2099-01-02' },
      },
      sure: {
        ...{ lab: true, batch_id: true, sampled_on: true, result: true, thc_percentage: true },
        ...{ cbd_percentage: false, expires_on: true },
      },
      mismatches: [],
      matches: [],
    };
    return new Response(JSON.stringify(reading), { status: 201 });
  });
  vi.stubGlobal('fetch', read);
  return read;
}

test('reads a dropped folder of certificates and saves each with the line of its batch', async () => {
  const read = readsFiles();
  const { user, calls } = show({ kind: 'found' });
  await user.click(goods());
  await user.paste('SKU-1\t24\tb 1\nSKU-2\t6\tB-2\nSKU-3\t1\tB-3');
  await waitFor(async () => expect(await rows()).toHaveLength(3));
  const entryOf = (file: File) => ({ isFile: true, file: (done: (file: File) => void) => done(file) });
  const batches = [
    [pdf('B-1.pdf'), pdf('B-2.pdf'), pdf('OTHER.pdf'), new File(['x'], 'notes.txt')].map(entryOf),
    [],
  ];
  const folder = {
    isFile: false,
    createReader: () => ({ readEntries: (done: (entries: unknown) => void) => done(batches.shift()) }),
  };
  fireEvent.drop(document.body, {
    dataTransfer: { types: ['Files'], files: [], items: [{ webkitGetAsEntry: () => folder }] },
  });
  const list = await screen.findByRole('list', { name: 'Certificates' });
  await waitFor(() => expect(within(list).getAllByText(/^Batch /)).toHaveLength(3));
  expect(read).toHaveBeenCalledTimes(3);
  expect(within(list).getAllByText('No line has its batch')).toHaveLength(1);
  const [first, second, third] = await rows();
  expect(first?.textContent).toContain('Read');
  expect(first?.textContent).toContain('Jan 2, 2099');
  expect(second?.textContent).toContain('Read');
  expect(third?.textContent).not.toContain('Read');
  await user.click(screen.getByRole('button', { name: 'Receive 3 lines' }));
  await waitFor(() => expect(sent(calls)).toHaveLength(1));
  expect(sent(calls)[0]?.lines).toMatchObject([
    {
      ...{ batch_id: 'b 1', expires_on: '2099-01-02', test_status: 'passed' },
      coa: { reading_id: 'reading-B-1', lab: 'Juniper Ridge Labs', date: '2026-01-02' },
    },
    { coa: { reading_id: 'reading-B-2' } },
    { batch_id: 'B-3' },
  ]);
  expect(sent(calls)[0]?.lines[2]?.coa).toBeUndefined();
});

test('gives a certificate that is dropped on a line to it, with its batch number', async () => {
  readsFiles();
  const { user, calls } = show({ kind: 'found' });
  await user.click(goods());
  await user.keyboard('SKU-1 x2{Enter}');
  const line = await screen.findByRole('group', { name: /^Line of/ });
  fireEvent.drop(line, { dataTransfer: { types: ['Files'], files: [pdf('B-9.pdf')], items: [] } });
  await waitFor(async () => expect((await rows())[0]?.textContent).toContain('B-9'));
  await user.click(screen.getByRole('button', { name: 'Receive 1 line' }));
  await waitFor(() => expect(sent(calls)).toHaveLength(1));
  expect(sent(calls)[0]?.lines).toMatchObject([{ batch_id: 'B-9', coa: { reading_id: 'reading-B-9' } }]);
});

test('takes no certificates of those who may file none', async () => {
  const read = readsFiles();
  show({ permissions: ['update:inventory'] });
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [pdf('B-1.pdf')], items: [] } });
  expect(screen.queryByText('Certificates')).toBeNull();
  expect(read).not.toHaveBeenCalled();
});

test('records a harvest with its batch and day, of flower by weight alone', async () => {
  const { user, calls } = show({ kind: 'harvest' });
  expect(screen.getByRole('heading', { level: 1, name: 'Record harvest' })).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Supplier' })).toBeNull();
  await user.click(goods());
  await user.keyboard('BULK{Enter}');
  const weight = await screen.findByLabelText(/^Weight/);
  await waitFor(() => expect(document.activeElement).toBe(weight));
  await user.keyboard('12.5{Enter}H-1');
  await user.click(screen.getByRole('button', { name: 'Record 1 line' }));
  await waitFor(() => expect(sent(calls)).toHaveLength(1));
  expect(sent(calls)[0]).toMatchObject({
    kind: 'harvest',
    lines: [{ variant_id: 'v-BULK', quantity: 1250, batch_id: 'H-1', harvested_on: TODAY }],
  });
  const asked = calls.find(({ path }) => path === 'products.list')?.input;
  expect(asked).toMatchObject({ category: 'flower', entity_id: 'e' });
});
