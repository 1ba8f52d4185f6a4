// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { totalText } from '@/components/catalog/goods/amounts';
import { changeProblem, describeChange, parseChange } from '@/components/stock/inventory/change';
import type { Stepped } from '@/components/ui/format';

const LB: Stepped = { unit: 'lb', step: 0.01 };

afterEach(cleanup);

function Field({ goods, onSteps }: { goods: Stepped; onSteps: (steps: number | null) => void }) {
  const [steps, setSteps] = useState<number | null>(0);
  return (
    <AmountInput
      aria-label="Counted"
      goods={goods}
      value={steps}
      onValueChange={(next) => {
        onSteps(next);
        setSteps(next);
      }}
    />
  );
}

function renderField(goods: Stepped) {
  const onSteps = vi.fn();
  render(<Field goods={goods} onSteps={onSteps} />);
  return { input: screen.getByLabelText('Counted'), onSteps };
}

test('takes an amount in the unit of its goods and reports steps', () => {
  const { input, onSteps } = renderField(LB);
  fireEvent.change(input, { target: { value: '12.34' } });
  expect(onSteps).toHaveBeenLastCalledWith(1234);
  fireEvent.blur(input);
  expect(input).toHaveProperty('value', '12.34');
  expect(screen.queryByRole('status')).toBeNull();
});

test('takes the next step for what lies between two, says so, and keeps the focus', () => {
  const { input, onSteps } = renderField(LB);
  input.focus();
  fireEvent.change(input, { target: { value: '12.341' } });
  expect(document.activeElement).toBe(input);
  expect(onSteps).toHaveBeenLastCalledWith(1235);
  fireEvent.blur(input);
  expect(input).toHaveProperty('value', '12.35');
  expect(screen.getByRole('status').textContent).toBe(
    "12.341 lb isn't a multiple of 0.01 lb: 12.35 is taken.",
  );
  fireEvent.change(input, { target: { value: '12.3' } });
  expect(screen.queryByRole('status')).toBeNull();
});

test('takes whole numbers of goods that are sold each', () => {
  const { input, onSteps } = renderField({ unit: null, step: null });
  fireEvent.change(input, { target: { value: '12' } });
  expect(onSteps).toHaveBeenLastCalledWith(12);
});

test('reads changes in the unit, and says what is between two steps', () => {
  expect(parseChange('−0.5', LB)).toEqual({ kind: 'by', amount: -50 });
  expect(parseChange('+1,204.25', LB)).toEqual({ kind: 'by', amount: 120_425 });
  expect(parseChange('=12.34', LB)).toEqual({ kind: 'to', amount: 1234 });
  expect(parseChange('+0.5', {})).toBeNull();
  expect(changeProblem('+0.005', 100, LB)).toBe('Enter multiples of 0.01 lb after −, + or =.');
  expect(changeProblem('0.5', 100, LB)).toBe('Add a sign: −0.5, +0.5, or =0.5 to set it.');
  expect(changeProblem('+0.5', 100, {})).toBe('Enter a whole number after −, + or =.');
  expect(describeChange(1234, -34, LB)).toBe('12.34 lb → 12 lb (−0.34 lb)');
});

test('adds goods up by unit', () => {
  const grams = { unit: 'g', step: 0.1 };
  expect(totalText([])).toBe('0 units');
  expect(
    totalText([
      { count: 5, goods: {} },
      { count: 1234, goods: LB },
      { count: 25, goods: grams },
    ]),
  ).toBe('5 units and 12.34 lb and 2.5 g');
});
