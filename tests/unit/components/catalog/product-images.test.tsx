// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ProductImages } from '@/components/catalog/products/product-images';
import type { Product } from '@/components/catalog/products/types';
import { showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const urls = ['a', 'b', 'c'].map((name) => `https://cdn.example/${name}.png`);
const product = { id: 'p', name: 'Blue Dream', images: urls } as unknown as Product;
const show = (mayChange = true) =>
  showPage(<ProductImages product={product} mayChange={mayChange} />, () => product);
const saved = (calls: ReturnType<typeof show>['calls']) =>
  calls.filter(({ path }) => path === 'products.update').map(({ input }) => (input as Product).images);

test('images are ordered by buttons and arrow keys, and each move is announced', async () => {
  const { calls, user } = show();
  await user.click(screen.getByRole('button', { name: 'Move image 3 earlier' }));
  expect(saved(calls)).toEqual([[urls[0], urls[2], urls[1]]]);
  expect(screen.getByRole('status').textContent).toBe('Image 3 is now image 2 of 3');
  const [first] = screen.getAllByRole('listitem');
  fireEvent.keyDown(within(first as HTMLElement).getByRole('link'), { key: 'ArrowRight' });
  await vi.waitFor(() => expect(saved(calls)).toHaveLength(2));
  fireEvent.keyDown(within(first as HTMLElement).getByRole('link'), { key: 'ArrowLeft' });
  expect(saved(calls)).toHaveLength(2);
});

test('an image dropped on another takes its place', async () => {
  const { calls } = show();
  const [first, , third] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement, HTMLElement];
  const held = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => held.set(type, value),
    getData: (type: string) => held.get(type) ?? '',
    get types() {
      return [...held.keys()];
    },
  };
  fireEvent.dragStart(first, { dataTransfer });
  fireEvent.dragOver(third, { dataTransfer });
  fireEvent.drop(third, { dataTransfer });
  await vi.waitFor(() => expect(saved(calls)).toEqual([[urls[1], urls[2], urls[0]]]));
});

test('an address is added once it starts with https:// and is a new one', async () => {
  const { calls, user } = show();
  const field = screen.getByRole('textbox', { name: 'Image address', hidden: true });
  const add = screen.getByRole('button', { name: 'Add image', hidden: true });
  for (const [typed, fault] of [
    ['http://cdn.example/d.png', 'Enter an address that starts with https://'],
    [urls[0] ?? '', 'This image is on the product already.'],
  ] as const) {
    await user.clear(field);
    await user.type(field, typed);
    await user.click(add);
    expect(screen.getByText(fault)).toBeTruthy();
  }
  expect(saved(calls)).toEqual([]);
  await user.clear(field);
  await user.type(field, 'https://cdn.example/d.png');
  await user.click(add);
  expect(saved(calls)).toEqual([[...urls, 'https://cdn.example/d.png']]);
});

test('those who may not change a product see its images without controls', () => {
  show(false);
  expect(screen.getAllByRole('link')).toHaveLength(3);
  expect(screen.queryAllByRole('button')).toEqual([]);
});
