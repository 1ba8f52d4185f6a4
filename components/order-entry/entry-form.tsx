'use client';
import { CircleAlert, RotateCcw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useCallback, useState } from 'react';
import { type Delivery, NO_DELIVERY } from '@/components/cart/cart';
import { CartTotals } from '@/components/cart/cart-totals';
import { checkDelivery } from '@/components/cart/checks';
import { DeliveryFields } from '@/components/cart/delivery-fields';
import { useQuote } from '@/components/cart/use-quote';
import { CustomerBadge } from '@/components/customers/status-badge';
import type { Customer } from '@/components/customers/types';
import { todayIn } from '@/components/format';
import { LeaveGuard } from '@/components/forms/leave-guard';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Kbd } from '@/components/ui/kbd';
import { Link } from '@/components/ui/link';
import { showDone } from '@/components/ui/toast';
import { type EntryLine, withMore } from './entry';
import { EntryLines } from './entry-lines';
import { ItemField } from './item-field';
import { useEnterOrder } from './use-enter-order';
import { useRepeat } from './use-repeat';

/** Lines, delivery and totals of an order for a customer. */
export function EntryForm({ customer, onChange }: { customer: Customer; onChange: () => void }) {
  const router = useRouter();
  const { timezone } = useViewer().entity;
  const [lines, setLines] = useState<readonly EntryLine[]>([]);
  const [delivery, setDelivery] = useState<Delivery>(NO_DELIVERY);
  const [accept, setAccept] = useState(true);
  const [tried, setTried] = useState(false);
  const add = (more: readonly EntryLine[]) => setLines((before) => more.reduce(withMore, before));
  const { repeat, pending: repeating } = useRepeat(customer.id, add);
  const { quote, current } = useQuote({ retailer_id: customer.id }, lines);
  const today = todayIn(timezone);
  const errors = checkDelivery(delivery, today);
  const locations = customer.locations.filter(({ active }) => active);
  const locationId = (locations.find(({ id }) => id === delivery.location_id) ?? locations[0])?.id ?? null;
  const { place, pending, rejection } = useEnterOrder({
    ...{ customerId: customer.id, lines, delivery, locationId, accept },
    onPlaced: (order) => {
      showDone(`${order.order_number} placed`, `For ${customer.name}`);
      router.push(`/orders/${order.id}`);
    },
  });
  const set = useCallback(
    (variantId: string, quantity: number) =>
      setLines((before) =>
        before.map((line) => (line.variant_id === variantId ? { ...line, quantity } : line)),
      ),
    [],
  );
  const remove = useCallback(
    (variantId: string) => setLines((before) => before.filter((line) => line.variant_id !== variantId)),
    [],
  );
  const submit = () => {
    setTried(true);
    if (lines.length > 0 && Object.keys(errors).length === 0) void place();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  const problems = quote?.problems.filter(({ index }) => index === null).map(({ message }) => message);
  const notice =
    rejection ??
    (problems?.join(' ') || (tried && lines.length === 0 ? 'Add at least one item first.' : undefined));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter is also the button "Place order"
    <div onKeyDown={onKeyDown} className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <LeaveGuard active={lines.length > 0 && !pending} />
      <div className="flex min-w-0 flex-col gap-5">
        <Card className="overflow-visible">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3 border-border border-b pb-4">
            <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                href={`/customers/${customer.id}`}
                className="wrap-anywhere font-semibold text-lg underline-offset-4 hover:underline"
              >
                {customer.name}
              </Link>
              <CustomerBadge status={customer.status} />
            </p>
            <span className="flex flex-wrap gap-2">
              <Button pending={repeating} onClick={() => void repeat()}>
                {!repeating && <RotateCcw aria-hidden />}
                Repeat last order
              </Button>
              <Button disabled={lines.length > 0} onClick={onChange}>
                Change customer
              </Button>
            </span>
          </div>
          <ItemField customerId={customer.id} onAdd={(line) => add([line])} />
        </Card>
        {lines.length > 0 && (
          <EntryLines lines={lines} quoted={quote?.lines ?? null} onSet={set} onRemove={remove} />
        )}
      </div>
      <Card title="Delivery">
        <DeliveryFields
          delivery={delivery}
          locationId={locationId}
          locations={locations}
          today={today}
          errors={errors}
          showErrors={tried}
          poHint="Optional. Your customer's own number for this order."
          onChange={(change) => setDelivery((before) => ({ ...before, ...change }))}
        />
        <Field
          layout="inline"
          label="Accept at once"
          hint="Otherwise it awaits your approval, as orders of your customers do."
          className="mt-4"
        >
          <Checkbox className="mt-0.5" checked={accept} onCheckedChange={setAccept} />
        </Field>
        <div className="mt-5 border-border border-t pt-4">
          <CartTotals quote={lines.length > 0 ? quote : null} current={current || lines.length === 0} />
          <div role="alert">
            {notice && (
              <p className="mt-3 flex items-start gap-2 rounded-lg bg-tint-danger px-3 py-2.5 text-on-tint-danger text-sm">
                <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                {notice}
              </p>
            )}
          </div>
          <Button variant="primary" size="lg" className="mt-4 w-full" pending={pending} onClick={submit}>
            Place order
          </Button>
          <p className="mt-2 text-center text-muted text-sm max-md:hidden">
            <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> places it, too.
          </p>
        </div>
      </Card>
    </div>
  );
}
