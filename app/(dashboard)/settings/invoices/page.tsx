import { InvoiceSettingsPage } from '@/components/money/invoices/settings-page';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';
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
