import type { SearchParams } from 'nuqs/server';
import { requireViewer } from '@/app/runtime';
import { syncsList, syncsQuery } from '@/components/syncs/syncs-list';
import { SyncsPage } from '@/components/syncs/syncs-page';

export const metadata = { title: 'Syncs' };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await syncsList.load(searchParams);
  const { caller } = await requireViewer(`/inventory/syncs${syncsList.query(state)}`);
  const input = syncsQuery(state);
  const at = Date.now();
  const [page, entity] = await Promise.all([caller.inventory.sync.list(input), caller.entity.get({})]);
  return (
    <SyncsPage
      first={{ input, page, at }}
      locations={entity.locations.map(({ id, name }) => ({ id, name }))}
    />
  );
}
