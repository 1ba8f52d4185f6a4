'use client';
import { Printer } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { showDone, showFailure } from '@/components/ui/base/toast';
import type { Selection } from '@/components/ui/data-table/use-selection';
import { formatCount, formatMoney } from '@/components/ui/format';
import { errorText } from '@/components/ui/forms/error-text';
import { trpc } from '@/components/ui/providers/trpc';
import { useRefresh } from '@/components/ui/providers/use-refresh';
import { accept, notAccepted } from './accepting';
import { MOST_PRINTED, pdfOf } from './pdf';
import { PrintMenu } from './print-menu';
import type { Truck } from './ship-question';
import type { SideRules } from './side-rules';
import { forwardStep, type SentStep } from './steps';
import type { OrderSummary } from './types';

const ShipQuestion = lazy(() => import('./ship-question').then((m) => ({ default: m.ShipQuestion })));

/** Calls that the client sends as one. */
const AT_ONCE = 20;

type Group = { step: SentStep; orders: OrderSummary[] };
/** How a step is taken: slips are printed after it, or a driver and a vehicle take all orders. */
type How = { prints?: boolean; truck?: Truck };

function groupsOf(orders: readonly OrderSummary[], rules: SideRules): Group[] {
  const groups = new Map<string, Group>();
  for (const order of orders) {
    const step = forwardStep(rules, order.status);
    // A truck is received by itself: its receipt says what was on it.
    if (!step || step.to === 'delivered') continue;
    const group = groups.get(step.to) ?? { step, orders: [] };
    group.orders.push(order);
    groups.set(step.to, group);
  }
  return [...groups.values()];
}

/** The next step of the selected orders: one button for each step that some of them can take. */
export function BulkSteps({
  selection,
  orders,
  rules,
  onDone,
}: {
  selection: Selection;
  /** The selected ones, those of other pages included. */
  orders: readonly OrderSummary[];
  rules: SideRules;
  onDone: () => void;
}) {
  const refresh = useRefresh();
  const move = trpc.orders.updateStatus.useMutation({ meta: { refresh: 'later' } });
  const running = useRef(false);
  const [progress, setProgress] = useState<{ to: string; done: number } | null>(null);
  /** What is asked about before it ships. */
  const [asked, setAsked] = useState<Group | null>(null);
  const groups = groupsOf(orders, rules);

  /** Asks for each order whether it could be accepted; one undo holds for all of those. */
  const acceptAll = async (orders: readonly OrderSummary[]) => {
    if (running.current) return;
    running.current = true;
    const failed = new Map<string, unknown>();
    for (let done = 0; done < orders.length; done += AT_ONCE) {
      setProgress({ to: 'accepted', done });
      const checks = orders
        .slice(done, done + AT_ONCE)
        .map(({ id, order_number }) =>
          move
            .mutateAsync({ id, status: 'accepted', expected_status: 'pending', dry_run: true })
            .catch((error) => failed.set(order_number, error)),
        );
      await Promise.all(checks);
    }
    if (failed.size > 0) showFailure(...notAccepted(failed));
    accept(
      orders.filter(({ order_number }) => !failed.has(order_number)),
      async () => {
        await refresh('order.updated');
        onDone();
      },
    );
    selection.clear();
    running.current = false;
    setProgress(null);
  };

  const run = async ({ step, orders }: Group, { prints = false, truck = {} }: How = {}) => {
    if (running.current) return;
    running.current = true;
    const refused: string[] = [];
    const taken: OrderSummary[] = [];
    for (const [done, order] of orders.entries()) {
      setProgress({ to: step.to, done });
      // Sequentially: each is a separate decision, and one error must not hide the next.
      await move
        .mutateAsync({ id: order.id, status: step.to, ...truck })
        .then(() => taken.push(order))
        .catch((error) => refused.push(`${order.order_number}: ${errorText(error)}`));
    }
    if (taken.length > 0) showDone(`${formatCount(taken.length, 'order')} ${step.done}`);
    if (prints && taken.length > 0) {
      void import('@/components/ui/base/download').then(({ download }) =>
        download(pdfOf('packing-slip', taken)),
      );
    }
    if (refused.length > 0) {
      const rest = refused.length > 3 ? ` And ${refused.length - 3} more.` : '';
      showFailure(
        `${formatCount(refused.length, 'order')} not changed`,
        `${refused.slice(0, 3).join(' ')}${rest}`,
      );
    }
    selection.clear();
    await refresh('order.updated');
    running.current = false;
    setProgress(null);
    onDone();
  };

  const pending = groups.find(({ step }) => step.to === 'accepted');
  const buttons = groups.map((group) => {
    const { step, orders } = group;
    const busy = progress?.to === step.to;
    return (
      <Button
        key={step.to}
        size="sm"
        variant={groups.length === 1 ? 'primary' : 'secondary'}
        pending={busy}
        disabled={progress !== null && !busy}
        onClick={() => {
          if (step.to === 'shipped') setAsked(group);
          else void (step.to === 'accepted' ? acceptAll(orders) : run(group));
        }}
      >
        {busy ? `${progress.done + 1} of ${orders.length}` : step.bulk(formatCount(orders.length, 'order'))}
      </Button>
    );
  });
  const total = orders.reduce((cents, order) => cents + Math.round(order.total * 100), 0) / 100;
  return (
    <>
      <span className="text-muted tabular-nums">{formatMoney(total)}</span>
      {buttons}
      {pending && pending.orders.length <= MOST_PRINTED && (
        <Button size="sm" disabled={progress !== null} onClick={() => void run(pending, { prints: true })}>
          <Printer aria-hidden />
          Accept and print
        </Button>
      )}
      <PrintMenu orders={orders} />
      <Suspense>
        {asked && (
          <ShipQuestion
            orders={asked.orders}
            onConfirm={(truck) => void run(asked, { truck })}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );
}
