// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Input } from '@/components/ui/base/input';

afterEach(cleanup);

const paste = (input: HTMLElement, text: string) =>
  fireEvent.paste(input, { clipboardData: { getData: () => text } });

test('pasted line breaks and tabs are a space', () => {
  // happy-dom has no editing: what the browser would insert is noted.
  const inserted: unknown[] = [];
  document.execCommand = (...command) => inserted.push(command) > 0;
  render(<Input aria-label="Street" />);
  expect(paste(screen.getByLabelText('Street'), '12 Oak St\r\nUnit B\tRear \n')).toBe(false);
  expect(inserted).toEqual([['insertText', false, '12 Oak St Unit B Rear']]);
});

test('a pasted line, and any password, is left to the browser', () => {
  render(
    <>
      <Input aria-label="Street" />
      <Input aria-label="Password" type="password" />
    </>,
  );
  expect(paste(screen.getByLabelText('Street'), '12 Oak St\n')).toBe(true);
  expect(paste(screen.getByLabelText('Password'), 'a\nb')).toBe(true);
});
