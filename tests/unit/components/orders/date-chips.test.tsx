// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DateChips } from '../../../../components/orders/cart/date-chips';

afterEach(cleanup);

test('offers each date as a button that chooses it, and clears the chosen one', () => {
  const choose = vi.fn();
  render(<DateChips dates={['2026-12-03', '2026-12-07']} value="2026-12-03" onValueChange={choose} />);
  const first = screen.getByRole('button', { name: 'Dec 3, 2026', pressed: true });
  fireEvent.click(screen.getByRole('button', { name: 'Dec 7, 2026', pressed: false }));
  fireEvent.click(first);
  expect(choose.mock.calls).toEqual([['2026-12-07'], [null]]);
});

test('shows nothing for a supplier without delivery days', () => {
  const { container } = render(<DateChips dates={[]} value={null} onValueChange={() => {}} />);
  expect(container.innerHTML).toBe('');
});
