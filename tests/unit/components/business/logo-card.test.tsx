// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LogoCard } from '@/components/business/logo-card';
import { showPage } from '../../../setup/browser-page';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ID = '01940000-0000-7000-8000-000000000001';
const show = (url: string | null) => showPage(<LogoCard name="Golden Coast" url={url} />, () => null);
const choose = (file: File) => fireEvent.change(screen.getByLabelText('Logo'), { target: { files: [file] } });

test('a chosen picture is sent; another kind of file is rejected before', async () => {
  const sent = vi.fn(async (_path: string, _init: RequestInit) => Response.json({}));
  vi.stubGlobal('fetch', sent);
  show(null);
  expect(screen.queryByRole('button', { name: 'Remove logo' })).toBeNull();
  choose(new File(['x'], 'logo.svg', { type: 'image/svg+xml' }));
  expect(screen.getByRole('alert').textContent).toBe("logo.svg isn't a JPEG, PNG or WebP image.");
  expect(sent).not.toHaveBeenCalled();
  choose(new File(['x'], 'logo.png', { type: 'image/png' }));
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  const [path, init] = sent.mock.calls[0] ?? [];
  expect({ path, method: init?.method }).toEqual({ path: '/api/v1/entity/logo', method: 'PUT' });
  expect(((init?.body ?? new FormData()) as FormData).get('file')).toMatchObject({ name: 'logo.png' });
  expect(screen.getByRole('alert').textContent).toBe('');
});

test('what the server says of a file stands below it', async () => {
  const error = { code: 'INVALID_REQUEST', message: 'file: must be a complete JPEG, PNG or WebP image' };
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 400 }));
  show(null);
  choose(new File(['x'], 'logo.png', { type: 'image/png' }));
  await screen.findByText('The file must be a complete JPEG, PNG or WebP image');
});

test('the logo is shown by our own address and removed by its button', async () => {
  const { calls, user } = show(`https://elsewhere.example/images/logos/${ID}.png`);
  expect(screen.getByRole('img', { name: 'Logo of Golden Coast' }).getAttribute('src')).toBe(
    `/images/logos/${ID}.png`,
  );
  await user.click(screen.getByRole('button', { name: 'Remove logo' }));
  expect(calls.map(({ path }) => path)).toContain('entity.logo.remove');
});
