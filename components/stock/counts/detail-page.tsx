'use client';
import { useEffect, useMemo, useState } from 'react';
import { ROOM } from '@/components/stock/inventory/labels';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { DateTime } from '@/components/ui/date-time';
import { formatCount } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { FlowPage } from '@/components/ui/shell/flow-page';
import { CountSheet } from './count-sheet';
import { dropCount, keptCounts } from './count-store';
import { COUNT_STATUS } from './labels';
import { unsentText } from './pending';
import { ReviewStep } from './review-step';
import { ScanField } from './scan-field';
import type { StockCount } from './types';
import { UnsentList } from './unsent-list';
import { useRecord } from './use-record';

const STEPS = ['Count', 'Review', 'Result'];
const POSITION: Record<StockCount['status'], number> = { counting: 0, review: 1, applied: 2, cancelled: 2 };

/** The page's own requests come first. */
const KEEP_AFTER_MS = 1_500;

/** One count: entering, reviewing, and what it did. All of it is kept by the server. */
export function CountDetail({ first, place, userId }: { first: StockCount; place: string; userId: string }) {
  const { entity, can } = useViewer();
  const utils = trpc.useUtils();
  const query = trpc.inventory.counts.get.useQuery({ id: first.id }, { refetchInterval: 15_000 });
  const count = query.data ?? first;
  const { status, tone, icon } = { status: count.status, ...COUNT_STATUS[count.status] };
  const [canceling, setCanceling] = useState(false);
  const owner = useMemo(() => ({ userId, entityId: entity.id }), [userId, entity.id]);
  const { record, pending, problem, discard } = useRecord(count.id, owner);
  const unsent = unsentText(pending);
  const lineOf = async (sku: string) => {
    const keptOf = await keptCounts(owner);
    return keptOf.find((one) => one.id === first.id)?.lines.find((line) => line.sku === sku);
  };
  const show = (next: StockCount) => utils.inventory.counts.get.setData({ id: next.id }, next);
  const update = trpc.inventory.counts.update.useMutation({ onSuccess: show });
  const canAdjust = can('update:inventory');
  const assigned = count.assignee !== null && count.assignee.id !== userId;
  const position = POSITION[status];
  const open = status === 'counting' || status === 'review';
  const title = `Count of ${place}, ${ROOM[count.room_type]}`;
  const counting = status === 'counting' && !assigned && canAdjust;
  const { id } = count;
  useEffect(() => {
    // After the page is there; a device that keeps nothing counts with a network alone.
    const keep = () => import('./keep-count').then((m) => m.keepForOffline(utils, owner, { id, title }));
    const timer = setTimeout(() => void keep().catch(() => {}), counting ? KEEP_AFTER_MS : undefined);
    if (!counting) {
      clearTimeout(timer);
      void dropCount(owner, id).catch(() => {});
    }
    return () => clearTimeout(timer);
  }, [counting, id, owner, title, utils]);
  return (
    <FlowPage
      breadcrumbs={[{ label: 'Counts', href: '/inventory/count' }]}
      title={title}
      badge={
        <Badge tone={tone} icon={icon}>
          {COUNT_STATUS[status].label}
        </Badge>
      }
      description={
        <>
          {count.assignee ? `Assigned to ${count.assignee.name}` : 'Anyone may count'}
          {count.blind && ' · blind'} · started by {count.actor.name}{' '}
          <DateTime value={count.created_at} timezone={entity.timezone} relative="inline" />
        </>
      }
      actions={open && canAdjust && <Button onClick={() => setCanceling(true)}>Cancel count</Button>}
      stepsLabel="Steps of the count"
      steps={STEPS.map((label, index) => ({
        key: label,
        label,
        state:
          status === 'cancelled' && index === 2
            ? 'stopped'
            : index < position || status === 'applied'
              ? 'done'
              : index === position
                ? 'current'
                : 'upcoming',
      }))}
    >
      {!counting && unsent && (
        <FormAlert
          message={`${unsent} on this device. ${open ? 'Resume the count to send it.' : 'Start another count.'}`}
        />
      )}
      {status === 'counting' && assigned && (
        <Card title={`${count.assignee?.name} is counting`} className="mb-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p>{formatCount(count.counted, 'item')} counted so far.</p>
            {canAdjust && (
              <Button
                pending={update.isPending}
                onClick={() => update.mutate({ id: count.id, assignee_id: userId })}
              >
                Assign to me
              </Button>
            )}
          </div>
        </Card>
      )}
      {counting && (
        <Card
          title="Enter counts"
          description="Each count is saved when you leave its field. A scan adds one unit, or asks for the weight. Items left empty keep their quantity."
          flush
          stickyFooter
          footer={
            <div className="flex flex-wrap items-center justify-end gap-3">
              <p role="status" className="mr-auto text-muted text-sm">
                {formatCount(count.counted, 'item')} counted
                {unsent && (
                  <strong className="text-text">{` · ${unsent}, sent when the network is back`}</strong>
                )}
              </p>
              <Button
                variant="primary"
                disabled={count.counted === 0 || unsent !== ''}
                pending={update.isPending}
                onClick={() => update.mutate({ id: count.id, status: 'review' })}
              >
                Review differences
              </Button>
            </div>
          }
        >
          <div className="px-4 pb-4 sm:px-5">
            <FormAlert message={errorTextOf(update.error) ?? problem ?? undefined} />
            <UnsentList pending={pending} onDiscard={discard} />
            <ScanField onScan={(sku, add) => record({ sku, add })} lineOf={lineOf} />
          </div>
          <CountSheet
            id={count.id}
            pending={pending}
            onCount={(inventory_id, counted) =>
              record(counted === null ? { inventory_id, clear: true } : { inventory_id, counted })
            }
          />
        </Card>
      )}
      {(status === 'review' || status === 'applied') && (
        <ReviewStep count={count} canAdjust={canAdjust} onChange={show} />
      )}
      {status === 'cancelled' && <p>This count was canceled. No quantity changed.</p>}
      <ConfirmDialog
        open={canceling}
        onOpenChange={setCanceling}
        title="Cancel this count?"
        description="The counted quantities won't be applied."
        confirmLabel="Cancel count"
        cancelLabel="Keep counting"
        onConfirm={() => update.mutateAsync({ id: count.id, status: 'cancelled' })}
      >
        <FormAlert message={errorTextOf(update.error)} />
      </ConfirmDialog>
    </FlowPage>
  );
}
