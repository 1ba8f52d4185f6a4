// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RowLink } from '@/components/ui/data-table/row-link';
import { useSoftLinks } from '@/components/ui/shell/use-soft-links';
import { navigation } from '../../../setup/navigation';

const router = vi.hoisted(() => ({ push: vi.fn(), prefetch: vi.fn() }));
Object.assign(navigation, router);

function Rows() {
  useSoftLinks();
  return (
    <>
      <RowLink href="/orders/1?from=list#lines">
        <span>ORD-1</span>
      </RowLink>
      <a href="/api/v1/orders?format=csv">Export</a>
      <RowLink href="/orders/2" target="_blank">
        ORD-2
      </RowLink>
      <RowLink href="/orders/3" onClick={(event) => event.preventDefault()}>
        ORD-3
      </RowLink>
    </>
  );
}

let loads = 0;
/** Instead of the browser, which would load the document. */
function load(event: Event): void {
  if (!event.defaultPrevented) loads++;
  event.preventDefault();
}

beforeEach(() => {
  loads = 0;
  window.addEventListener('click', load);
});
afterEach(() => {
  window.removeEventListener('click', load);
  cleanup();
  vi.clearAllMocks();
});

test('follows a link of a row without loading the document', () => {
  render(<Rows />);
  fireEvent.click(screen.getByText('ORD-1'));
  expect(loads).toBe(0);
  expect(router.push.mock.calls).toEqual([['/orders/1?from=list#lines']]);
});

test('leaves new tabs, other links and links that a guard stopped alone', () => {
  render(<Rows />);
  for (const how of [{ ctrlKey: true }, { metaKey: true }, { button: 1 }]) {
    fireEvent.click(screen.getByText('ORD-1'), how);
  }
  for (const name of ['Export', 'ORD-2', 'ORD-3']) fireEvent.click(screen.getByText(name));
  expect(loads).toBe(5);
  expect(router.push).not.toHaveBeenCalled();
});

test('fetches the page of a link once when the pointer or the focus nears it', () => {
  render(<Rows />);
  fireEvent.pointerOver(screen.getByText('ORD-1'));
  fireEvent.focusIn(screen.getByText('ORD-1'));
  fireEvent.pointerOver(screen.getByText('Export'));
  expect(router.prefetch.mock.calls).toEqual([['/orders/1?from=list#lines']]);
});
