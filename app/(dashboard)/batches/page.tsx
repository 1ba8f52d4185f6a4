import { showChosenLocation } from '@/app/chosen-location';
import { listPage } from '@/app/list-page';
import { batchesList } from '@/components/batches/list';
import { BatchesPage } from '@/components/batches/list-page';
import { todayIn } from '@/components/format';

export const metadata = { title: 'Batches' };

export default listPage({
  path: '/batches',
  list: batchesList,
  rows: (queries) => queries.batches.list,
  scope: ({ actor }) => todayIn(actor.entity.timezone),
  async show(viewer, searchParams) {
    const { locations } = await viewer.caller.entity.get({});
    await showChosenLocation('/batches', searchParams, viewer.actor, locations);
    const today = todayIn(viewer.actor.entity.timezone);
    return <BatchesPage today={today} locations={locations.map(({ id, name }) => ({ id, name }))} />;
  },
});
