// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { NewProductForm } from '@/components/products/new-product-form';
import { pageOf, showPage } from '../../setup/browser-page';

vi.mock('next/navigation', () => ({
  usePathname: () => '/products/new',
  useRouter: () => ({ push: () => {} }),
}));
afterEach(cleanup);

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
