import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { InvoiceSettingsPage } from '@/components/invoices/settings-page';
import { SELLERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Invoice settings' };

async function Page() {
  const viewer = await requireViewer('/settings/invoices', {
    needs: ['update:entity'],
    only: SELLERS,
    whole: true,
  });
  const entity = await viewer.caller.entity.get({});
  const { give, HydrateClient } = prefetching(viewer);
  give('entity.get', {}, entity);
  return (
    <HydrateClient>
      <InvoiceSettingsPage first={entity} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
