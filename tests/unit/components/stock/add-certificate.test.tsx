// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { AddCertificateDialog } from '@/components/stock/certificates/add-dialog';
import { NOTHING_EXTRACTED } from '../../../factories/certificate';
import { showPage } from '../../../setup/browser-page';

vi.setConfig({ testTimeout: 60_000 });
vi.mock('@/components/stock/certificates/pdf-preview', () => ({
  PdfPreview: ({ name }: { name: string }) => `Preview of ${name}`,
}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const PDF = new File(['%PDF-1.7\n…\n%%EOF'], 'lab.pdf', { type: 'application/pdf' });
const nothing = { lab: false, batch_id: false, sampled_on: false, thc_percentage: false };
const READING = {
  id: 'r',
  file_name: 'lab.pdf',
  status: 'read',
  extracted: { ...NOTHING_EXTRACTED, lab: 'Juniper Labs', batch_id: 'JR-1', sampled_on: '2026-04-17' },
  sure: {
    ...nothing,
    lab: true,
    batch_id: true,
    sampled_on: true,
    cbd_percentage: false,
    result: false,
    expires_on: false,
  },
  mismatches: [],
  matches: [{ batch: 'b2', batch_id: 'JR-1', product_id: 'p2', product_name: 'Gummies' }],
  expires_at: '2026-11-30T00:00:00Z',
};

/** The dialog of a server that reads `reading` and saves by `save`. */
function open(reading: unknown, save: (path: string) => unknown = () => ({ reading: 'done' }), status = 201) {
  const read = vi.fn(async (_: string, sent: { body: FormData }) => {
    expect(sent.body.get('product_id')).toBe('p');
    return new Response(JSON.stringify(reading), { status });
  });
  vi.stubGlobal('fetch', read);
  const onClose = vi.fn();
  const page = showPage(
    <AddCertificateDialog productId="p" chosen={PDF} today="2026-11-29" onClose={onClose} />,
    save,
  );
  return { ...page, read, onClose };
}
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('reads the PDF, prefills what was read with how certain it is, and saves nothing until asked', async () => {
  const { calls, user, onClose } = open(READING);
  expect(screen.getByText('Reading the PDF. This takes a few seconds.')).toBeTruthy();
  expect(button('Save certificate').disabled).toBe(true);
  await screen.findByRole('region', { name: 'Read from the PDF' });
  expect(field(/^Laboratory/).value).toBe('Juniper Labs');
  expect(field(/^Batch number/).value).toBe('JR-1');
  expect(field(/^Date/).value).toBe('2026-04-17');
  expect(screen.getAllByText('Not certain')).toHaveLength(4);
  expect(calls).toEqual([]);
  await user.click(button('Save certificate'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const input = { id: 'p', batch_id: 'JR-1', lab: 'Juniper Labs', date: '2026-04-17', reading_id: 'r' };
  expect(calls).toEqual([{ path: 'products.coa.add', input }]);
});

test.each([
  ['no_text', /^No text could be read/],
  ['not_read', /^Not read yet/],
])('leaves all to type, and no date of today, where the PDF is %s', async (status, said) => {
  const { user, calls } = open({ ...READING, status, extracted: null, sure: {}, matches: [] });
  expect(await screen.findByText(said)).toBeTruthy();
  expect([field(/^Laboratory/).value, field(/^Batch number/).value, field(/^Date/).value]).toEqual([
    '',
    '',
    '',
  ]);
  await user.click(button('Save certificate'));
  expect(await screen.findByText('Enter the date.')).toBeTruthy();
  expect(calls).toEqual([]);
});

test('asks in words where something else was read, and saves what is confirmed', async () => {
  const questions = [
    { path: 'batch_id', code: 'another_batch', value: 'JR-1' },
    { path: 'date', code: 'older_than_a_year', value: '2024-04-17' },
  ];
  let sent = 0;
  // As browsers do that tell when they are done with scrolling.
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => Promise.resolve());
  const { calls, user, onClose } = open(READING, () => {
    sent += 1;
    if (sent > 1) return { reading: 'done' };
    const data = { code: 'CONFLICT', details: { reason: 'confirm_required', questions }, requestId: 'x' };
    const error = { message: 'The certificate says something else.', code: -32_000, data };
    throw TRPCClientError.from({ error } as never);
  });
  await screen.findByRole('region', { name: 'Read from the PDF' });
  await user.clear(field(/^Batch number/));
  await user.type(field(/^Batch number/), 'JR-2');
  await user.click(button('Save certificate'));
  expect(await screen.findByText('The PDF names batch JR-1.')).toBeTruthy();
  expect(screen.getByText(/Apr 17, 2024, more than a year ago\./)).toBeTruthy();
  // Another value is asked for again.
  await user.type(field(/^Batch number/), '2');
  expect(screen.queryByText('The PDF names batch JR-1.')).toBeNull();
  await user.type(field(/^Batch number/), '{Backspace}');
  await user.click(button('Save as entered'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls.at(-1)?.input).toMatchObject({ batch_id: 'JR-2', confirm: 'another_batch,older_than_a_year' });
});

test('saves for a suggested batch of another product', async () => {
  const { calls, user } = open(READING);
  await user.click(await screen.findByRole('button', { name: 'JR-1 · Gummies' }));
  await user.click(button('Save certificate'));
  await waitFor(() => expect(calls.at(-1)?.input).toMatchObject({ id: 'p2', batch_id: 'JR-1' }));
});

test('says why a PDF was rejected, and takes another', async () => {
  open({ error: { message: '100 certificates that were read wait to be saved.' } }, undefined, 409);
  expect(await screen.findByText('100 certificates that were read wait to be saved.')).toBeTruthy();
  expect(button('Save certificate').disabled).toBe(true);
  expect(screen.getByLabelText('Certificate as a PDF')).toBeTruthy();
});
