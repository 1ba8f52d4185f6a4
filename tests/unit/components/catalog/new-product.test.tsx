// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { NewProductForm } from '@/components/catalog/products/new-product-form';
import { ToastHost } from '@/components/ui/base/toast-host';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

const opened: string[] = [];
navigation.pathname = '/products/new';
navigation.push = (path) => opened.push(path);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const invalid = () => document.querySelectorAll('[aria-invalid="true"]').length;

test('an added variant has no errors until its fields are left', async () => {
  const { user } = showPage(<NewProductForm />, () => pageOf([]));
  await user.click(screen.getByRole('button', { name: 'Add another variant' }));
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.getAllByRole('textbox', { name: /^Variant name/ })).toHaveLength(2);
  expect(invalid()).toBe(0);
  await user.click(screen.getAllByRole('textbox', { name: /^SKU/ })[1] as HTMLElement);
  await user.tab();
  expect(await screen.findByText('Enter a SKU')).toBeTruthy();
});

test('says which of several images it does not take, and takes the others', async () => {
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => {};
  const image = (name: string, bytes = 1) => {
    const file = new File(['x'], name, { type: 'image/png' });
    return Object.defineProperty(file, 'size', { value: bytes });
  };
  const { user } = showPage(<NewProductForm />, () => pageOf([]));
  const field = screen.getByLabelText('Product image');
  await user.upload(field, [image('large.png', 11 * 1024 * 1024), image('a.png')]);
  expect(screen.getByRole('alert').textContent).toContain('large.png is 11.0 MB');
  expect(screen.getAllByRole('img')).toHaveLength(1);
  await user.upload(
    field,
    Array.from({ length: 22 }, (_, index) => image(`${index}.png`)),
  );
  expect(screen.getAllByRole('img')).toHaveLength(20);
  expect(screen.getByRole('alert').textContent).toContain('at most 20 images');
});

test('images are uploaded once the product exists; one that fails leaves the product, and is named', async () => {
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => {};
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: FormData }) => {
    const { name } = body.get('file') as File;
    sent.push(`${path} ${name}`);
    return name === 'b.png'
      ? Response.json({ error: { message: 'file: is not an image' } }, { status: 400 })
      : Response.json({});
  });
  const { user, calls } = showPage(
    <>
      <NewProductForm />
      <ToastHost />
    </>,
    () => ({ id: 'p' }),
  );
  const file = (name: string, type = 'image/png') => new File(['x'], name, { type });
  await user.upload(screen.getByLabelText('Product image'), [file('a.png'), file('b.png'), file('c.png')]);
  expect(screen.getAllByRole('img')).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Remove c.png' }));
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Blue Dream');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Category/ }), 'flower');
  await user.type(screen.getByRole('textbox', { name: /^Variant name/ }), '3.5 g');
  await user.type(screen.getByRole('textbox', { name: /^SKU/ }), 'BD');
  await user.type(screen.getByLabelText(/^Wholesale price/), '17');
  await user.type(screen.getByLabelText(/^Retail price/), '35');
  await user.click(screen.getByRole('button', { name: 'Create product' }));
  await vi.waitFor(() => expect(opened).toEqual(['/products/p']));
  expect(calls.filter(({ path }) => path === 'products.create')).toHaveLength(1);
  expect(sent).toEqual(['/api/v1/products/p/images a.png', '/api/v1/products/p/images b.png']);
  await screen.findByText('Product created without all images');
  expect(screen.getByText(/^b\.png: The file is not an image/)).toBeTruthy();
});

test('takes the case and the low-stock alert of goods by weight as amounts in their unit', async () => {
  const { user, calls } = showPage(<NewProductForm />, () => pageOf([]));
  const type = (label: RegExp, text: string) => user.type(screen.getByLabelText(label), text);
  expect(screen.getByLabelText(/^Units per case/)).toBeTruthy();
  await type(/^Name/, 'Blue Dream');
  await type(/^Variant name/, 'Bulk');
  await type(/^SKU/, 'BD-LB');
  await type(/^Wholesale price/, '900');
  await user.selectOptions(screen.getByLabelText(/^Sold/), 'lb');
  await type(/^Smallest amount/, '0.01');
  await user.clear(screen.getByLabelText(/^Case/));
  await type(/^Case/, '2.5');
  await type(/^Low-stock alert at/, '10.005');
  const send = () => user.click(screen.getByRole('button', { name: 'Create product' }));
  await send();
  expect(await screen.findByText(/by weight, a multiple of the smallest amount/)).toBeTruthy();
  await user.clear(screen.getByLabelText(/^Low-stock alert at/));
  await type(/^Low-stock alert at/, '10');
  await send();
  const created = () => calls.find(({ path }) => path === 'products.create');
  await vi.waitFor(() => expect(created()).toBeTruthy());
  expect(created()?.input).toMatchObject({
    variants: [{ unit: 'lb', step: 0.01, case_size: 250, low_stock_threshold: 1000 }],
  });
});

test('a wholesaler enters the wholesale price alone, with cost and opening stock of a batch', async () => {
  opened.length = 0;
  const { user, calls } = showPage(
    <NewProductForm />,
    (path) => (path === 'products.create' ? { id: 'p' } : pageOf([])),
    { permissions: ['update:inventory'], locations: [{ id: 'l', name: 'Main' }] },
  );
  const type = (label: RegExp, text: string) => user.type(screen.getByLabelText(label), text);
  await type(/^Name/, 'Blue Dream');
  await user.selectOptions(screen.getByRole('combobox', { name: /^Category/ }), 'flower');
  await type(/^Variant name/, '3.5 g');
  await type(/^SKU/, 'BD');
  await user.click(screen.getByRole('button', { name: 'Create product' }));
  expect(await screen.findByText('Enter a wholesale price')).toBeTruthy();
  await type(/^Wholesale price/, '17.5');
  await type(/^Cost/, '9.25');
  await type(/^Opening stock/, '48');
  await type(/^Batch number/, 'BD-1');
  await user.click(screen.getByRole('button', { name: 'Create product' }));
  await vi.waitFor(() => expect(opened).toEqual(['/products/p']));
  const sent = (name: string) => calls.find(({ path }) => path === name)?.input;
  expect(sent('products.create')).toMatchObject({ variants: [{ price: 17.5, wholesale_price: 17.5 }] });
  expect(sent('goodsReceipts.create')).toEqual({
    ...{ kind: 'found', location_id: 'l' },
    lines: [{ sku: 'BD', quantity: 48, unit_cost: 9.25, batch_id: 'BD-1' }],
  });
});
