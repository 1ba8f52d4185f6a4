// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Comparison } from '@/components/stock/certificates/comparison';
import { NOTHING_EXTRACTED } from '../../../factories/certificate';

afterEach(cleanup);

const stored = { batch_id: 'JR-0417', thc_percentage: 22.4 };
const certificate = {
  id: 'c1',
  product_id: 'p1',
  lab: 'Juniper Ridge Labs',
  batch_id: 'JR-0417',
  batch: 'b1',
  date: '2026-04-20',
  file_name: 'coa.pdf',
  file_size: 5_000,
  sha256: '00',
  download_url: '/coa.pdf',
  reading: 'done' as const,
  uploaded_by: 'u1',
  mismatches: [],
  withdrawn: null,
  created_at: '2026-04-20T12:00:00Z',
};

test('says that a certificate has no text that could be read', () => {
  render(<Comparison certificate={{ ...certificate, extracted: null }} stored={stored} />);
  expect(screen.getByText(/^No text could be read from this PDF\./)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('says that no value is certain where there is text', () => {
  render(<Comparison certificate={{ ...certificate, extracted: NOTHING_EXTRACTED }} stored={stored} />);
  expect(screen.getByText(/^This PDF states none of these values clearly/)).toBeTruthy();
});

test('lists values that were read beside the stored ones', () => {
  const extracted = { ...NOTHING_EXTRACTED, batch_id: 'JR-0417', thc_percentage: 22.4 };
  render(<Comparison certificate={{ ...certificate, extracted }} stored={stored} />);
  expect(screen.getByRole('row', { name: /Batch JR-0417 JR-0417/ })).toBeTruthy();
});
