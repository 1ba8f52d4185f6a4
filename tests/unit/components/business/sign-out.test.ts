// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { signOut } from '@/components/business/auth/browser-session';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A server that has a token for forms, and responds to a sign-out like this. */
const serve = (respond: () => Promise<Response>) =>
  vi.stubGlobal('fetch', async (address: string | URL) =>
    String(address).endsWith('/csrf') ? Response.json({ csrfToken: 'x' }) : respond(),
  );

test.each([
  ['gets no response', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is not taken', async () => Response.json({}, { status: 503 })],
])('a sign-out that %s fails, and nothing is removed from the device', async (_, respond) => {
  serve(respond);
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const forget = vi.fn(async () => {});
  await expect(signOut('/sign-in', forget)).rejects.toThrow();
  expect(forget).not.toHaveBeenCalled();
  expect(assign).not.toHaveBeenCalled();
});

test('a sign-out removes what the device keeps before it leaves, and leaves where that fails', async () => {
  serve(async () => Response.json({ url: 'http://localhost/sign-in' }));
  localStorage.setItem('palette:a@shop.example', '[]');
  localStorage.setItem('inventory.reason', 'recount');
  const acts: string[] = [];
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void acts.push(String(url)));
  const forget = async () => {
    acts.push('forget');
    throw new DOMException('blocked');
  };
  await signOut('/sign-in', forget);
  expect(acts).toEqual(['forget', 'http://localhost/sign-in']);
  expect(localStorage.getItem('palette:a@shop.example')).toBeNull();
  expect(localStorage.getItem('inventory.reason')).toBe('recount');
});
