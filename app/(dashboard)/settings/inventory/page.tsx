import { requireViewer } from '@/app/runtime';
import { InventorySettingsPage } from '@/components/pos/settings-page';
import { ForbiddenPanel } from '@/components/ui/forbidden-panel';

export const metadata = { title: 'Inventory settings' };

export default async function Page() {
  const { actor, caller } = await requireViewer('/settings/inventory');
  const may = actor.permissions.includes('update:entity') && actor.permissions.includes('update:locations');
  if (!may) return <ForbiddenPanel needs="an admin or owner" />;
  const at = Date.now();
  return <InventorySettingsPage first={{ entity: await caller.entity.get({}), at }} />;
}
