// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LinesTable } from '@/components/business/imports/lines-table';
import { ResultStep } from '@/components/business/imports/result-step';
import type { ImportLine, ImportRecord } from '@/components/business/imports/types';
import { ToastHost } from '@/components/ui/base/toast-host';
import { pageOf, showPage } from '../../../setup/browser-page';
import { navigation } from '../../../setup/navigation';

navigation.pathname = '/inventory/import';
afterEach(cleanup);

const RECORD = {
  ...{ id: 'm', kind: 'inventory', status: 'ready' },
  counts: { create: 0, update: 0, adjust: 1, unchanged: 0, error: 1 },
} as ImportRecord;
const wrong = (field: string, value: string | null) => ({
  field,
  value,
  code: 'invalid_number',
  message: 'x',
});
const LINE = {
  ...{ line: 7, outcome: 'error', applied: false, sku: 'BD-3.5', product_name: null, customer_name: null },
  ...{ location: null, room_type: null, before: null, after: null, note: null, problem: 'Quantity “many” …' },
  errors: [wrong('quantity', 'many'), wrong('notes', 'cut off…'), wrong('', null)],
} as unknown as ImportLine;

test('cells with problems are typed again and checked at once; a failure keeps what was typed, and retry sends it', async () => {
  let fails = true;
  const onChecked = vi.fn();
  const { calls, user } = showPage(
    <LinesTable record={RECORD} onChecked={onChecked} />,
    (path) => {
      if (path !== 'imports.update') return pageOf([LINE]);
      if (fails) throw new Error('no response');
      return RECORD;
    },
    { address: '?lines=problems' },
  );
  const cell = await screen.findByLabelText<HTMLInputElement>('New quantity in line 7');
  expect(cell.value).toBe('many');
  expect(screen.getByLabelText<HTMLInputElement>('Notes in line 7').value).toBe('');
  await user.clear(cell);
  await user.type(cell, '12');
  const check = screen.getByRole('button', { name: 'Check 1 corrected line' });
  await user.click(check);
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(cell.value).toBe('12');
  fails = false;
  await user.click(check);
  await waitFor(() => expect(onChecked).toHaveBeenCalledOnce());
  expect(calls.filter(({ path }) => path === 'imports.update').at(-1)?.input).toEqual({
    id: 'm',
    fixes: [{ line: 7, field: 'quantity', value: '12' }],
  });
});

test('lines of a confirmed import can no longer be corrected', async () => {
  showPage(<LinesTable record={RECORD} />, () => pageOf([LINE]), { address: '?lines=problems' });
  expect(await screen.findByText('Quantity “many” …')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBe(null);
});

test('an import that its starter may not finish says what to do, and why it cannot be resumed', async () => {
  const error = { code: 'permission_lost', message: 'Who uploaded the file …', line: null };
  const record = { ...RECORD, file_name: 'a.csv', status: 'failed', error } as ImportRecord;
  const { user } = showPage(
    <>
      <ResultStep record={record} onGoneOn={() => {}} onAnother={() => {}} />
      <ToastHost />
    </>,
    () => {
      throw new Error('no response');
    },
  );
  expect(screen.getByRole('status').textContent).toMatch(
    /^Import stopped\. The member who started .* Ask an owner or admin, or upload the file yourself\.$/,
  );
  await user.click(screen.getByRole('button', { name: 'Resume import' }));
  expect(await screen.findByText("Couldn't resume the import")).toBeTruthy();
});
