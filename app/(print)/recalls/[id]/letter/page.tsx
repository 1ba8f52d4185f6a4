import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { RecallLetters } from '@/components/stock/recalls/letter-page';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ holder?: string | string[] }> };

/** Asked for once, for the title and for the page. Null of a recall that another business opened. */
const findRecall = cache(async (id: string) => {
  const { caller, actor } = await requireViewer(`/recalls/${id}/letter`);
  const recall = await unlessAbsent(caller.recalls.get({ id }));
  return recall?.entity.id === actor.entity.id ? recall : null;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const recall = await findRecall((await params).id);
  return { title: recall ? `Letters about the recall of ${recall.batch_id}` : 'Not found' };
}

async function Page({ params, searchParams }: Props) {
  const { id } = await params;
  const { holder } = await searchParams;
  const { caller, actor } = await requireViewer(`/recalls/${id}/letter`);
  const recall = await findRecall(id);
  if (!recall) notFound();
  const others = recall.holders.filter((one) => one.entity.id !== actor.entity.id);
  const holders = holder === undefined ? others : others.filter((one) => one.entity.id === holder);
  if (holder !== undefined && holders.length === 0) notFound();
  return (
    <RecallLetters
      recall={recall}
      holders={holders}
      sender={await caller.entity.get({})}
      today={new Date()}
      timezone={actor.entity.timezone}
    />
  );
}

export default guarded(Page);
