'use client';
import { useRouter } from 'next/navigation';
import { showDone } from '@/components/ui/base/toast';
import { trpc } from '@/components/ui/providers/trpc';
import { FlowPage } from '@/components/ui/shell/flow-page';
import { bodyOf, NO_SUPPLIER, newLine } from './draft';
import { TITLE } from './labels';
import { ReceiveForm } from './receive-form';
import type { Goods, GoodsKind, Place } from './types';

/** Goods that come from outside, or are harvested: who delivers, what, and the certificates that came with it. */
export function ReceivePage({
  kind,
  places,
  placeId,
  first,
  today,
}: {
  kind: GoodsKind;
  places: readonly Place[];
  /** The location that takes the goods unless another is chosen. */
  placeId: string;
  /** What the address names, such as an item that is low. */
  first: Goods | null;
  today: string;
}) {
  const router = useRouter();
  const create = trpc.goodsReceipts.create.useMutation({ meta: { refresh: 'background' } });
  return (
    <FlowPage
      title={TITLE[kind]}
      breadcrumbs={[{ label: 'Goods receipts', href: '/inventory/receipts' }]}
      stepsLabel="Steps of receiving"
      steps={[]}
    >
      <ReceiveForm
        start={{
          delivery: {
            ...{ kind, supplier: NO_SUPPLIER, reference: '', notes: '' },
            ...{ receivedOn: today, locationId: placeId },
          },
          lines: first ? [newLine(first)] : [],
        }}
        places={places}
        today={today}
        onSend={async ({ delivery, lines, certificates, confirmed }) => {
          const { id, number } = await create.mutateAsync(bodyOf(delivery, lines, certificates, confirmed));
          showDone(delivery.kind === 'harvest' ? 'Harvest recorded' : 'Goods received', number ?? undefined);
          router.push(`/inventory/receipts/${id}`);
        }}
      />
    </FlowPage>
  );
}
