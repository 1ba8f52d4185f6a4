// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DateTime } from '@/components/ui/date-time';

afterEach(cleanup);

const HOUR = 3_600_000;

test.each([
  [true, -30 * HOUR, 'Yesterday'],
  [true, 30 * HOUR, 'Tomorrow'],
  ['inline', -30 * HOUR, 'yesterday'],
] as const)('relative=%s says %i ms from now as "%s"', (relative, after, text) => {
  const value = new Date(Date.now() + after).toISOString();
  render(<DateTime value={value} timezone="UTC" relative={relative} />);
  expect(screen.getByText(text).getAttribute('datetime')).toBe(value);
});
