// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SyncBadge } from '@/components/stock/pos/syncs/status-badge';

afterEach(cleanup);

test('a completed sync that left items out says how many, and not in green', () => {
  const { container, rerender } = render(<SyncBadge run={{ status: 'completed', failed: 12 }} />);
  expect(container.textContent).toBe('12 failed');
  expect(container.querySelector('.badge')?.getAttribute('data-tone')).toBe('warning');
  rerender(<SyncBadge run={{ status: 'completed', failed: 0 }} />);
  expect(container.textContent).toBe('Completed');
  expect(container.querySelector('.badge')?.getAttribute('data-tone')).toBe('success');
});
