// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DirectoryDialog } from '@/components/partners/network/directory-dialog';
import { partnersOf } from '@/components/partners/network/partners';
import { ToastHost } from '@/components/ui/base/toast-host';
import { pageOf, showPage } from '../../../setup/browser-page';

vi.setConfig({ testTimeout: 60_000 });
afterEach(cleanup);

const ENTRY = { id: 'e', name: 'Delta Ridge Wholesale', type: 'wholesaler', city: 'Eureka', state: 'CA' };
const show = (permissions: ['create:connections'] | []) =>
  showPage(
    <>
      <DirectoryDialog partners={partnersOf('retailer', 'buying')} onClose={() => {}} />
      <ToastHost />
    </>,
    (path) => {
      if (path === 'entity.directory') return pageOf([ENTRY]);
      if (path === 'entity.connections.list') return pageOf([]);
      if (path === 'entity.connections.request') return { id: 'c', status: 'pending', entity: ENTRY };
      return { sent_to: 'x' };
    },
    { permissions },
  );

test('asks a supplier for a connection in one press, which can be taken back', async () => {
  const { calls, user } = show(['create:connections']);
  await user.click(
    await screen.findByRole('button', { name: 'Request connection with Delta Ridge Wholesale' }),
  );
  await waitFor(() =>
    expect(calls).toContainEqual({ path: 'entity.connections.request', input: { entity_id: 'e' } }),
  );
  const toast = (await screen.findByText('Request sent')).closest('li') as HTMLElement;
  await user.click(within(toast).getByRole('button', { name: 'Undo', hidden: true }));
  await waitFor(() => expect(calls).toContainEqual({ path: 'entity.connections.end', input: { id: 'c' } }));
});

test('invites a supplier that is not in the directory by email', async () => {
  const { calls, user } = show(['create:connections']);
  await user.click(await screen.findByRole('button', { name: 'Invite supplier' }));
  await user.type(await screen.findByRole('textbox', { name: /Email/ }), 'farm@example.com');
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
  await waitFor(() =>
    expect(calls).toContainEqual({
      path: 'businessInvitations.invite',
      input: { email: 'farm@example.com', as: 'supplier' },
    }),
  );
});
