// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { BatchDetail } from '@/components/stock/batches/types';
import { YieldSection } from '@/components/stock/batches/yield-section';

afterEach(cleanup);

const show = (sum: Partial<NonNullable<BatchDetail['yield']>> = {}) => {
  render(<YieldSection sum={{ unit: 'lb', harvested: 10, packaged: 0, on_hand: 10, lost: 0, ...sum }} />);
  return screen.getByRole('region', { name: 'Harvest' }).textContent;
};

test('a harvest shows what is packaged, in bulk and lost, with the share that became packages', () => {
  const text = show({ packaged: 0.7716, on_hand: 9, lost: 0.2284 });
  expect(text).toContain('Harvested10 lbAs recorded at harvest');
  expect(text).toContain('Packaged0.7716 lb77.2% of the flower used');
  expect(text).toContain('In bulk9 lb');
  expect(text).toContain('Lost0.2284 lb');
});

test('before anything is packaged it says so', () => {
  expect(show()).toContain('Packaged0 lbNothing packaged yet');
});

test('bulk that was sold is named, and counts as neither packaged nor lost', () => {
  expect(show({ on_hand: 7.5 })).toContain('2.5 lb sold or taken out in bulk');
});

test('bulk that a count added is named', () => {
  expect(show({ on_hand: 10.25 })).toContain('0.25 lb added since');
});

test('packages that weigh more than the flower used show what is over', () => {
  const text = show({ packaged: 1.02, on_hand: 9, lost: -0.02 });
  expect(text).toContain('Over0.02 lb');
  expect(text).toContain('102% of the flower used');
});

test('a batch that the business did not harvest shows nothing', () => {
  const { container } = render(<YieldSection sum={null} />);
  expect(container.textContent).toBe('');
});
