import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { PayRunPage } from '@/components/money/pay-runs/detail-page';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { findViewer, requireViewer } from '@/components/ui/pages/runtime';

type Props = { params: Promise<{ id: string }> };

/** Null when it is no pay run of the business. */
const findRun = cache(async (id: string) => {
  const viewer = await findViewer();
  return viewer ? unlessAbsent(viewer.caller.payRuns.get({ id })) : null;
});

export const metadata: Metadata = { title: 'Pay run' };

async function Page({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/pay-runs/${encodeURIComponent(id)}`, {
    needs: ['pay:bills'],
    whole: true,
  });
  const run = await findRun(id);
  if (!run) notFound();
  const { give, HydrateClient } = prefetching(viewer);
  give('payRuns.get', { id: run.id }, run);
  return (
    <HydrateClient>
      <PayRunPage key={run.id} first={run} />
    </HydrateClient>
  );
}

export default guarded(Page, 'a member with access to all locations');
