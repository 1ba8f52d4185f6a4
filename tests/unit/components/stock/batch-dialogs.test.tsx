// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { EditDialog } from '@/components/stock/batches/edit-dialog';
import type { Batch } from '@/components/stock/batches/types';
import { showPage } from '../../../setup/browser-page';

vi.setConfig({ testTimeout: 60_000 });
afterEach(cleanup);

const BATCH = {
  id: 'b',
  batch_id: 'BD-2026-014',
  harvested_on: '2026-01-02',
  packaged_on: null,
  expires_on: '2027-01-02',
  test_status: 'untested',
} as Batch;

function show(answer: () => unknown = () => BATCH) {
  const onClose = vi.fn();
  const page = showPage(<EditDialog batch={BATCH} onClose={onClose} />, answer);
  return {
    ...page,
    onClose,
    save: () => page.user.click(screen.getByRole('button', { name: 'Save batch' })),
  };
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

test('shows the dates and the test result of the batch', () => {
  show();
  expect(field('Harvested').value).toBe('2026-01-02');
  expect(field('Packaged').value).toBe('');
  expect(field('Expires').value).toBe('2027-01-02');
  expect(field('Test result').value).toBe('untested');
});

test('sends only what changed, an emptied date as null, and closes', async () => {
  const { user, save, calls, onClose } = show();
  await user.clear(field('Harvested'));
  await user.selectOptions(field('Test result'), 'passed');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(calls).toEqual([
    { path: 'batches.update', input: { id: 'b', harvested_on: null, test_status: 'passed' } },
  ]);
});

test('stays open with what was typed when the server rejects it', async () => {
  const { user, save, onClose } = show(() => {
    throw new Error('away');
  });
  await user.type(field('Packaged'), '2026-02-01');
  await save();
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(field('Packaged').value).toBe('2026-02-01');
  expect(onClose).not.toHaveBeenCalled();
});

test('asks before typed changes are thrown away', async () => {
  const { user, onClose } = show();
  await user.type(field('Packaged'), '2026-02-01');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
