import { requireViewer } from '@/app/runtime';
import { CountPage } from '@/components/imports/count-page';

export const metadata = { title: 'Count stock' };

export default async function InventoryCountPage() {
  const { actor, caller } = await requireViewer('/inventory/count', { needs: ['update:inventory'] });
  const { locations } = await caller.entity.get({});
  const within = locations.filter(({ id }) => actor.locationIds === null || actor.locationIds.includes(id));
  return <CountPage locations={within.map(({ id, name }) => ({ id, name }))} />;
}
