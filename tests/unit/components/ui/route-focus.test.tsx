// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ScanField } from '@/components/stock/counts/scan-field';
import { RouteFocus } from '@/components/ui/shell/route-focus';
import { navigation } from '../../../setup/navigation';

afterEach(cleanup);

function Page({ scans }: { scans: boolean }) {
  return (
    <>
      <main>
        <h1 tabIndex={-1}>Page</h1>
        <form id="comment">
          <textarea aria-label="Comment" />
        </form>
        {scans && <ScanField lineOf={async () => undefined} onScan={() => new Promise(() => {})} />}
      </main>
      <RouteFocus />
    </>
  );
}

test('moves the focus to the heading of a new page, and to the scan field of a count', () => {
  navigation.pathname = '/inventory';
  const { rerender } = render(<Page scans={false} />);
  navigation.pathname = '/inventory/count';
  rerender(<Page scans={false} />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  navigation.pathname = '/inventory/count/1';
  rerender(<Page scans />);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Scan or type a SKU' }));
});

test('moves the focus to where one writes in the form that the address names', () => {
  navigation.pathname = '/inventory';
  const { rerender } = render(<Page scans={false} />);
  navigation.pathname = '/orders/1';
  window.location.hash = '#comment';
  rerender(<Page scans={false} />);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Comment' }));
  window.location.hash = '';
});
