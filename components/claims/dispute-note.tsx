'use client';
import { formatDay } from '@/components/format';
import { showError } from '@/components/forms/show-error';
import { trpc } from '@/components/providers/trpc';
import { useViewer } from '@/components/providers/viewer';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { showDone } from '@/components/ui/toast';

/** What of an order or invoice says whether its buyer disputes it. */
interface Disputable {
  id: string;
  disputed_at: string | null;
  disputable_until: string | null;
}

/** Beside the status of what its buyer disputes. */
export function DisputedBadge({ of: { disputed_at } }: { of: Pick<Disputable, 'disputed_at'> }) {
  if (disputed_at === null) return null;
  return (
    <Badge tone="warning" icon="triangle">
      Disputed
    </Badge>
  );
}

const EFFECT = {
  order: 'No reminders of its invoice are sent, and it blocks no order.',
  invoice: 'No reminders are sent, and it blocks no order.',
} as const;

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
    <div
      className={`flex flex-wrap items-center justify-between gap-3 rounded-lg px-4 py-2 print:hidden ${
        isDisputed ? 'bg-tint-warning text-on-tint-warning' : 'bg-tint-info text-on-tint-info'
      }`}
    >
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
