// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Input } from '@/components/ui/input';

afterEach(cleanup);

const paste = (input: HTMLElement, text: string) =>
  fireEvent.paste(input, { clipboardData: { getData: () => text } });

test('pasted line breaks and tabs are a space', async () => {
  const typed: string[] = [];
  render(<Input aria-label="Street" onChange={({ target }) => typed.push(target.value)} />);
  const input = screen.getByLabelText<HTMLInputElement>('Street');
  paste(input, '12 Oak St\r\nUnit B\tRear \n');
  await waitFor(() => expect(input.value).toBe('12 Oak St Unit B Rear'));
  expect(typed).toEqual(['12 Oak St Unit B Rear']);
});

test('a pasted line is left to the browser', () => {
  render(<Input aria-label="Street" />);
  expect(paste(screen.getByLabelText('Street'), '12 Oak St\n')).toBe(true);
});
