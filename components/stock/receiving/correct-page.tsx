'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { showDone } from '@/components/ui/base/toast';
import { trpc } from '@/components/ui/providers/trpc';
import { FlowPage } from '@/components/ui/shell/flow-page';
import { correctionOf, startOf } from './draft';
import { ReceiveForm } from './receive-form';
import type { GoodsReceipt, Place } from './types';

/** What really came: lines are changed, removed or added, and the stock follows. */
export function CorrectPage({
  receipt,
  places,
  today,
}: {
  receipt: GoodsReceipt;
  places: readonly Place[];
  today: string;
}) {
  const router = useRouter();
  const [start] = useState(() => startOf(receipt));
  const correct = trpc.goodsReceipts.correct.useMutation({ meta: { refresh: 'background' } });
  const page = `/inventory/receipts/${receipt.id}`;
  return (
    <FlowPage
      title={`Correct ${receipt.number}`}
      breadcrumbs={[
        { label: 'Goods receipts', href: '/inventory/receipts' },
        { label: receipt.number, href: page },
      ]}
      stepsLabel="Steps of correcting"
      steps={[]}
    >
      <ReceiveForm
        start={start}
        places={places}
        today={today}
        isCorrection
        onSend={async ({ delivery, lines, confirmed }) => {
          await correct.mutateAsync(
            correctionOf(receipt.id, { before: start.delivery, delivery }, lines, confirmed),
          );
          showDone('Receipt corrected', receipt.number);
          router.push(page);
        }}
      />
    </FlowPage>
  );
}
