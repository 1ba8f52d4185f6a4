// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Export, ExportData } from '@/components/business/tenants/export-data';
import { showPage } from '../../../setup/browser-page';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const RUNNING: Export = {
  id: '0199f0a0-0000-7000-8000-000000000001',
  status: 'running',
  size: null,
  sha256: null,
  created_at: '2026-11-26T10:00:00.000Z',
  expires_at: null,
};
const DONE: Export = {
  ...RUNNING,
  status: 'completed',
  size: 10_240,
  sha256: 'ab'.repeat(32),
  expires_at: '2026-11-27T10:01:00.000Z',
};

function showExport(first: Export | null) {
  vi.useFakeTimers();
  const asked = vi.fn(async () => Response.json({ result: { data: DONE } }));
  vi.stubGlobal('fetch', asked);
  showPage(<ExportData first={first} />, () => undefined);
  return { asked, wait: () => act(() => vi.advanceTimersByTimeAsync(3_000)) };
}

test('before the first export, and once one is complete, the page asks for nothing', async () => {
  for (const first of [null, DONE]) {
    const { asked, wait } = showExport(first);
    await wait();
    expect(asked).not.toHaveBeenCalled();
    expect(screen.queryAllByRole('link', { name: 'Download the archive' })).toHaveLength(first ? 1 : 0);
    cleanup();
  }
});

test('one that is running is asked about until its archive can be downloaded', async () => {
  const { asked, wait } = showExport(RUNNING);
  screen.getByText(/^Preparing the archive/);
  await wait();
  screen.getByRole('link', { name: 'Download the archive' });
  await wait();
  expect(asked).toHaveBeenCalledTimes(1);
});

test('the password is gone once the archive is being made, and stays after an error', async () => {
  let fails = true;
  vi.stubGlobal('fetch', async () => {
    if (fails) throw new TypeError('offline');
    return Response.json({ result: { data: RUNNING } });
  });
  const { user } = showPage(<ExportData first={null} />, () => undefined);
  const field = screen.getByLabelText<HTMLInputElement>(/password/i);
  await user.type(field, 'a password of the tests');
  await user.click(screen.getByRole('button', { name: 'Export data' }));
  await screen.findByText(/No response from the server/);
  expect(field.value).toBe('a password of the tests');
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Export data' }));
  await screen.findByText(/^Preparing the archive/);
  expect(field.value).toBe('');
});
