'use client';
import { GitBranch } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Checkbox } from '@/components/ui/base/checkbox';
import { Link } from '@/components/ui/base/link';
import { showDone } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Recall } from './types';

/** Batches made from the recalled one; those that are affected are confirmed and then held, too. */
export function DerivedCard({ recall, mayConfirm }: { recall: Recall; mayConfirm: boolean }) {
  const mine = recall.entity.id === useViewer().entity.id;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const confirm = trpc.recalls.confirmDerived.useMutation({
    onSuccess: () => {
      showDone(`${formatCount(chosen.length, 'batch', 'batches')} recalled, too`);
      setChosen([]);
    },
    onError: (error) => void showError('The recall was not extended', error),
  });
  const elsewhere = recall.derived_elsewhere?.batches ? recall.derived_elsewhere : null;
  if (recall.derived.length === 0 && !elsewhere) return null;
  const toggle = (batch: string, on: boolean) =>
    setChosen((now) => (on ? [...now, batch] : now.filter((one) => one !== batch)));
  return (
    <Card title="Made from this batch">
      {recall.derived.length > 0 && (
        <ul className="flex flex-col gap-2">
          {recall.derived.map(({ batch, batch_id, product_name, confirmed_at, yours, recall_id }) => (
            <li key={batch} className="flex items-start gap-2.5">
              {mayConfirm && !confirmed_at ? (
                <Checkbox
                  aria-label={`Recall ${batch_id}, too`}
                  checked={chosen.includes(batch)}
                  onCheckedChange={(on) => toggle(batch, on)}
                  className="mt-0.5"
                />
              ) : (
                <GitBranch aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
              )}
              <div className="min-w-0 flex-1">
                <Link href={`/batches/${batch}`} className="font-medium text-link hover:underline">
                  {batch_id}
                </Link>
                <p className="truncate text-muted text-sm">{product_name}</p>
              </div>
              {(confirmed_at || recall_id) && <Badge tone="neutral">Recalled</Badge>}
              {yours && !recall_id && !mine && recall.status === 'open' && (
                <RecallOwn recall={recall} batch={batch} batchNumber={batch_id} />
              )}
            </li>
          ))}
        </ul>
      )}
      {elsewhere && (
        <p className="not-first:mt-3 text-muted text-sm">
          {formatCount(elsewhere.batches, 'batch', 'batches')} of{' '}
          {formatCount(elsewhere.businesses, 'other business', 'other businesses')}, {elsewhere.recalled}{' '}
          recalled. Their owners are notified and recall them.
        </p>
      )}
      {mayConfirm && chosen.length > 0 && (
        <Button
          variant="destructive"
          className="mt-4 print:hidden"
          pending={confirm.isPending}
          onClick={() => confirm.mutate({ id: recall.id, batches: [...chosen] })}
        >
          Recall {formatCount(chosen.length, 'batch', 'batches')}
        </Button>
      )}
    </Card>
  );
}

/** Recalls a batch that your business owns and that was made from the recalled one, with the same class, reason and instructions. */
function RecallOwn({ recall, batch, batchNumber }: { recall: Recall; batch: string; batchNumber: string }) {
  const router = useRouter();
  const { can } = useViewer();
  const open = trpc.recalls.confirmDerived.useMutation({
    onSuccess: ({ id }) => {
      showDone(`${batchNumber} is recalled and on hold`);
      router.push(`/recalls/${id}`);
    },
    onError: (error) => void showError('The batch was not recalled', error),
  });
  if (!can('recall:batches')) return null;
  return (
    <Button
      variant="destructive"
      size="sm"
      className="print:hidden"
      pending={open.isPending}
      onClick={() => open.mutate({ id: recall.id, batch })}
    >
      Recall {batchNumber}
    </Button>
  );
}
