// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Tooltip } from '@/components/ui/base/tooltip';

// Right after one was closed the next shows at once.
afterEach(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 250));
});

const shown = () => screen.queryByRole('tooltip');

test('explains a child that the keyboard reaches, and names itself as its description', async () => {
  const user = userEvent.setup();
  render(
    <Tooltip content="Opens the list">
      <button type="button">List</button>
    </Tooltip>,
  );
  await user.tab();
  expect(shown()?.textContent).toBe('Opens the list');
  expect(screen.getByRole('button').getAttribute('aria-describedby')).toBe(shown()?.id);
  await user.keyboard('{Escape}');
  expect(shown()).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button'));
});

test('shows after a moment under the pointer, stays while the pointer is on its text, and leaves after a press', async () => {
  const user = userEvent.setup();
  render(
    <Tooltip content="Opens the list">
      <button type="button">List</button>
    </Tooltip>,
  );
  await user.hover(screen.getByRole('button'));
  expect(shown()).toBeNull();
  const tip = await screen.findByRole('tooltip', {}, { timeout: 1500 });
  await user.hover(tip);
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(shown()).not.toBeNull();
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(shown()).toBeNull());
});

test("keeps the child's own handlers, and the child itself", async () => {
  const user = userEvent.setup();
  let focused = 0;
  render(
    <Tooltip content="Opens the list">
      <button type="button" onFocus={() => focused++}>
        List
      </button>
    </Tooltip>,
  );
  const button = screen.getByRole('button');
  await user.tab();
  expect(focused).toBe(1);
  expect(screen.getByRole('button')).toBe(button);
});
