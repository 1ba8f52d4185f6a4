// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ScanField } from '@/components/counts/scan-field';
import { RouteFocus } from '@/components/shell/route-focus';

let pathname = '/inventory';
vi.mock('next/navigation', () => ({ usePathname: () => pathname }));
afterEach(cleanup);

function Page({ scans }: { scans: boolean }) {
  return (
    <>
      <main>
        <h1 tabIndex={-1}>Page</h1>
        {scans && <ScanField onScan={() => new Promise(() => {})} />}
      </main>
      <RouteFocus />
    </>
  );
}

test('moves the focus to the heading of a new page, and to the scan field of a count', () => {
  pathname = '/inventory';
  const { rerender } = render(<Page scans={false} />);
  pathname = '/inventory/count';
  rerender(<Page scans={false} />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  pathname = '/inventory/count/1';
  rerender(<Page scans />);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Scan or type a SKU' }));
});
