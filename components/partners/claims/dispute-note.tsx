'use client';
import { Button } from '@/components/ui/base/button';
import { Link } from '@/components/ui/base/link';
import { showDone } from '@/components/ui/base/toast';
import { formatDay } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';

/** What of an order or invoice says whether its buyer disputes it. */
interface Disputable {
  id: string;
  disputed_at: string | null;
  disputable_until: string | null;
}

const EFFECT = {
  order: 'No reminders of its invoice are sent, and it blocks no order.',
  invoice: 'No reminders are sent, and it blocks no order.',
} as const;

const BOX = 'flex flex-wrap items-center justify-between gap-3 rounded-lg px-4 py-2 print:hidden';
const DISPUTED = 'bg-tint-warning text-on-tint-warning';

/** Says on an invoice that its order is disputed, which is where that is taken back. */
export function OrderDisputeNote({
  since,
  orderId,
  buyer,
  buys,
}: {
  since: string;
  orderId: string;
  /** Name of the buyer. */
  buyer: string;
  /** Whether the viewer's business is the buyer. */
  buys: boolean;
}) {
  const { timezone } = useViewer().entity;
  return (
    <div className={`${BOX} ${DISPUTED}`}>
      <p className="min-w-0 flex-1 basis-60">
        {buys ? 'Your business' : buyer} has disputed the order of this invoice since{' '}
        {formatDay(since, timezone)}. {EFFECT.invoice}
      </p>
      <Button asChild size="sm">
        <Link href={`/orders/${orderId}`}>Open order</Link>
      </Button>
    </div>
  );
}

/**
 * Says that an order or invoice is disputed, and lets an owner of its buyer dispute what came along by a merge, or take that back
 * (decision 901). Nothing for what neither is nor can be.
 */
export function DisputeNote({
  kind,
  of,
  number,
  buyer,
  buys,
}: {
  kind: 'order' | 'invoice';
  of: Disputable;
  number: string;
  /** Name of the buyer. */
  buyer: string;
  /** Whether the viewer's business is the buyer. */
  buys: boolean;
}) {
  const { entity, user } = useViewer();
  const order = trpc.orders.dispute.useMutation();
  const invoice = trpc.invoices.dispute.useMutation();
  const { mutateAsync, isPending } = kind === 'order' ? order : invoice;
  const { id, disputed_at: since, disputable_until: until } = of;
  const canBegin = until !== null && new Date(until) > new Date();
  const owns = buys && user.role === 'owner';
  if (since === null && !(owns && canBegin)) return null;
  const isDisputed = since !== null;
  const change = async () => {
    try {
      await mutateAsync({ id, disputed: !isDisputed });
      showDone(isDisputed ? 'Dispute taken back' : `${number} disputed`);
    } catch (error) {
      await showError(isDisputed ? "Couldn't take the dispute back" : "Couldn't dispute", error);
    }
  };
  const day = formatDay(until, entity.timezone);
  return (
    <div className={`${BOX} ${isDisputed ? DISPUTED : 'bg-tint-info text-on-tint-info'}`}>
      <p className="min-w-0 flex-1 basis-60">
        {isDisputed
          ? `${buys ? 'Your business' : buyer} has disputed this ${kind} since ${formatDay(since, entity.timezone)}. ${EFFECT[kind]}`
          : `This ${kind} came along when you merged. If it isn't yours, dispute it until ${day}.`}
        {isDisputed && owns && !canBegin && " Once taken back, it can't be disputed again."}
      </p>
      {owns && (
        <Button size="sm" pending={isPending} onClick={() => void change()}>
          {isDisputed ? 'Take back dispute' : `Dispute ${kind}`}
        </Button>
      )}
    </div>
  );
}
