// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showDone, showUndo } from '@/components/ui/base/toast';
import { ToastHost } from '@/components/ui/base/toast-host';

beforeEach(async () => {
  await import('sonner');
  vi.useFakeTimers();
  render(<ToastHost />);
});
afterEach(async () => {
  await pass(30_000);
  cleanup();
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100)
    await act(() => vi.advanceTimersByTimeAsync(Math.min(100, left)));
}

test('a short message stays for six seconds', async () => {
  showDone('Saved');
  await pass(5800);
  expect(screen.queryByText('Saved')).toBeTruthy();
  await pass(1200);
  expect(screen.queryByText('Saved')).toBeNull();
});

test('a long message stays until it can be read', async () => {
  const text =
    'Golden Coast Distribution has been notified, and 14 items were added to the order that is open';
  showDone(text);
  await pass(8200);
  expect(screen.queryByText(text)).toBeTruthy();
});

test('Undo stays for eight seconds, and as long as it has the focus', async () => {
  showUndo('Adjusted', () => {});
  await pass(7500);
  const undo = screen.getByRole('button', { name: 'Undo' });
  act(() => undo.focus());
  await pass(20_000);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeTruthy();
  act(() => undo.blur());
  await pass(3000);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
