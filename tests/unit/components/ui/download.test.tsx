// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DownloadLink } from '@/components/ui/base/download-link';
import { ToastHost } from '@/components/ui/base/toast-host';

vi.setConfig({ testTimeout: 60_000 });

const BUSY = {
  error: { code: 'SERVICE_UNAVAILABLE', message: 'The server is busy. Try again.', details: {} },
};
const pdf = () =>
  new Response('%PDF-1.7', {
    headers: { 'Content-Disposition': 'attachment; filename="invoice-ORD-7.pdf"' },
  });

/** The names of the files that were handed to the user. */
const saved: string[] = [];
const server = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  saved.length = 0;
  server.mockReset();
  vi.stubGlobal('fetch', server);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.href.startsWith('blob:')) saved.push(this.download);
    else this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  });
  render(
    <>
      <DownloadLink href="/api/v1/orders?format=csv" fileName="orders.csv">
        Export
      </DownloadLink>
      <ToastHost />
    </>,
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const link = () => screen.getByRole('link', { name: 'Export' });

test('saves a file under the name of the response, else under that of the page', async () => {
  const user = userEvent.setup();
  server.mockResolvedValueOnce(pdf());
  await user.click(link());
  await waitFor(() => expect(saved).toEqual(['invoice-ORD-7.pdf']));
  server.mockResolvedValueOnce(new Response('a,b', { headers: { 'Content-Disposition': 'attachment' } }));
  await user.click(link());
  await waitFor(() => expect(saved).toEqual(['invoice-ORD-7.pdf', 'orders.csv']));
});

test('saves nothing when the server is busy, says so, and Retry gets the file', async () => {
  const user = userEvent.setup();
  server.mockResolvedValueOnce(Response.json(BUSY, { status: 503 }));
  await user.click(link());
  expect(await screen.findByText("Couldn't download the file")).toBeTruthy();
  expect(screen.getByText('The server is busy. Try again.')).toBeTruthy();
  expect(saved).toEqual([]);
  server.mockResolvedValueOnce(pdf());
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(saved).toEqual(['invoice-ORD-7.pdf']));
});

test('saves no part of a file that was cut off', async () => {
  const user = userEvent.setup();
  const cut = new ReadableStream({ pull: (controller) => controller.error(new Error('cut off')) });
  server.mockResolvedValueOnce(new Response(cut));
  await user.click(link());
  expect(await screen.findByText(/No response from the server/)).toBeTruthy();
  expect(saved).toEqual([]);
});

test('asks once for a file while it is on its way', async () => {
  const user = userEvent.setup();
  let send: (response: Response) => void = () => {};
  server.mockReturnValue(new Promise((resolve) => (send = resolve)));
  await user.dblClick(link());
  expect(server).toHaveBeenCalledTimes(1);
  expect(link().getAttribute('aria-busy')).toBe('true');
  send(pdf());
  await waitFor(() => expect(link().getAttribute('aria-busy')).toBeNull());
  expect(saved).toHaveLength(1);
});

test('has a job make a file that takes long, and saves it once it is made', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const notDrawn = () =>
    Response.json(
      { error: { message: 'A job draws it.', details: { reason: 'not_drawn' } } },
      { status: 409 },
    );
  server.mockImplementation(async () => (server.mock.calls.length < 4 ? notDrawn() : pdf()));
  const start = vi.fn(async () => {});
  const { download } = await import('@/components/ui/base/download');
  const downloaded = download('/pdf', 'statement.pdf', start);
  await vi.advanceTimersByTimeAsync(10_000);
  await downloaded;
  vi.useRealTimers();
  expect(saved).toEqual(['invoice-ORD-7.pdf']);
  expect([server.mock.calls.length, start.mock.calls.length]).toEqual([4, 1]);
  // Why it can't be made is what is said.
  server.mockImplementation(async () => notDrawn());
  await download('/pdf', 'statement.pdf', () => Promise.reject(new Error('Too many wait.')));
  expect(await screen.findByText('Too many wait.')).toBeTruthy();
});
