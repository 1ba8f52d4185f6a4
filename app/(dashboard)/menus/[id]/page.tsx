import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { MenuPage } from '@/components/catalog/menus/detail-page';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { findViewer, requireViewer } from '@/components/ui/pages/runtime';
import { SELLERS } from '@/server/kernel/permissions';

type Props = { params: Promise<{ id: string }> };

/** Null when the business has no such menu. */
const findMenu = cache(async (id: string) => {
  const viewer = await findViewer();
  const isSeller = viewer && SELLERS.includes(viewer.actor.entity.type);
  return isSeller ? unlessAbsent(viewer.caller.menus.get({ id })) : null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await findMenu((await params).id))?.name ?? 'Menu' };
}

async function Page({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/menus/${encodeURIComponent(id)}`, {
    needs: ['read:menus'],
    only: SELLERS,
  });
  const menu = await findMenu(id);
  if (!menu) notFound();
  const { give, queries, HydrateClient } = prefetching(viewer);
  give('menus.get', { id: menu.id }, menu);
  await queries.menus.links.prefetch({ id: menu.id, limit: 20 });
  return (
    <HydrateClient>
      <MenuPage key={menu.id} first={menu} />
    </HydrateClient>
  );
}

export default guarded(Page);
