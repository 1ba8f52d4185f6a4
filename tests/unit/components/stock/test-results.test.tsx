// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TestResults } from '@/components/catalog/products/test-results';
import type { Product } from '@/components/catalog/products/types';
import { showPage } from '../../../setup/browser-page';

vi.setConfig({ testTimeout: 60_000 });
vi.mock('@/components/stock/certificates/pdf-preview', () => ({
  PdfPreview: ({ name }: { name: string }) => `Preview of ${name}`,
}));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PRODUCT = { id: 'p', name: 'Blue Dream', test_results: null } as Product;
const PDF = new File(['%PDF-1.7\n…\n%%EOF'], 'blue-dream.pdf', { type: 'application/pdf' });

const show = (mayAdd: boolean, product = PRODUCT) =>
  showPage(<TestResults product={product} mayAdd={mayAdd} timezone="America/Los_Angeles" />, () => null);
const zone = () => screen.queryByLabelText('Certificate as a PDF');

test('says that a product has no certificate, and takes its first one in place', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  show(true);
  expect(screen.getByText('No certificate of analysis yet.')).toBeTruthy();
  const place = zone()?.parentElement;
  if (!place) throw new Error('there is no place to drop a PDF');
  fireEvent.drop(place, { dataTransfer: { files: [PDF] } });
  const dialog = await screen.findByRole('dialog', { name: 'Add certificate' });
  expect(dialog.textContent).toContain('blue-dream.pdf');
  expect(dialog.textContent).toContain('Reading the PDF.');
});

test('rejects a file that is no PDF without opening the form', async () => {
  show(true);
  const place = zone()?.parentElement;
  if (!place) throw new Error('there is no place to drop a PDF');
  fireEvent.drop(place, { dataTransfer: { files: [new File(['GIF89a'], 'photo.gif')] } });
  expect(await screen.findByText("photo.gif isn't a PDF. Choose the certificate as a PDF.")).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('offers no upload to members who may not add certificates', () => {
  show(false);
  expect(screen.getByText('No certificate of analysis yet.')).toBeTruthy();
  expect(zone()).toBeNull();
});

test('offers a newer certificate beside the results of the last one', async () => {
  const results = { lab: 'Juniper Ridge Labs', batch_id: 'JR-0417', date: '2026-04-20' };
  const { user } = show(true, { ...PRODUCT, test_results: results } as Product);
  expect(zone()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add certificate' }));
  await screen.findByRole('dialog', { name: 'Add certificate' });
  expect(screen.getByLabelText('Certificate as a PDF')).toBeTruthy();
});
