'use client';
import { RotateCcw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, lazy, Suspense, useEffect, useState } from 'react';
import { asksShortage, checkDelivery, problemOf } from '@/components/orders/cart/checks';
import { DeliveryFields } from '@/components/orders/cart/delivery-fields';
import { sayPlaced } from '@/components/orders/cart/say-placed';
import { useQuote } from '@/components/orders/cart/use-quote';
import { OverrideFields } from '@/components/orders/override-fields';
import type { Override } from '@/components/orders/types';
import { CustomerBadge } from '@/components/partners/customers/status-badge';
import type { Customer } from '@/components/partners/customers/types';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Checkbox } from '@/components/ui/base/checkbox';
import { Field } from '@/components/ui/base/field';
import { Kbd } from '@/components/ui/base/kbd';
import { Link } from '@/components/ui/base/link';
import { showDone } from '@/components/ui/base/toast';
import { todayIn } from '@/components/ui/format';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { LeaveGuard } from '@/components/ui/forms/leave-guard';
import { useViewer } from '@/components/ui/providers/viewer';
import { CreditLine } from './credit-line';
import { bodyOf, type EntryStart } from './entry-start';
import { EntrySums, EntryTotal } from './entry-totals';
import { ItemField } from './item-field';
import { useEntry } from './use-entry';
import { useRepeat } from './use-repeat';
import { useSubmitEntry } from './use-submit-entry';

// The table comes with the first item that is looked for.
const loadLines = () => import('./entry-lines');
const EntryLines = lazy(() => loadLines().then((m) => ({ default: m.EntryLines })));
const ShortageField = lazy(() =>
  import('@/components/orders/cart/shortage-field').then((m) => ({ default: m.ShortageField })),
);
const SendDialog = lazy(() =>
  import('@/components/orders/drafts/send-dialog').then((m) => ({ default: m.SendDialog })),
);

/** Lines, delivery and totals of an order for a customer. */
export function EntryForm({
  customer,
  start,
  onChange,
}: {
  customer: Customer;
  start: EntryStart;
  onChange: () => void;
}) {
  const router = useRouter();
  const { can, entity } = useViewer();
  const { entry, changed, add, setQuantity, setTerms, remove, setDelivery, setShortage, setAccept } =
    useEntry(start);
  const { lines, delivery, shortage, accept } = entry;
  const [tried, setTried] = useState(false);
  const [sending, setSending] = useState(false);
  /** What was entered and isn't a line yet. */
  const [waiting, setWaiting] = useState(0);
  const { repeat, pending: repeating } = useRepeat(customer.id, add);
  const [override, setOverride] = useState<readonly Override[]>([]);
  const today = todayIn(entity.timezone);
  const errors = checkDelivery(delivery, today);
  const locations = customer.locations.filter(({ active }) => active);
  const locationOf = (id: string | null) =>
    (locations.find((one) => one.id === id) ?? locations[0])?.id ?? null;
  const locationId = locationOf(delivery.location_id);
  const { quote, current } = useQuote({ retailer_id: customer.id }, lines, {
    ...{ shortage, override, locationId },
    deliveryDate: errors.delivery_date ? null : delivery.delivery_date,
  });
  const { place, save, send, pending, rejection } = useSubmitEntry({
    customerId: customer.id,
    draft: start.draftId
      ? { id: start.draftId, body: bodyOf(start, locationOf(start.delivery.location_id)) }
      : null,
    body: bodyOf(entry, locationId),
    override,
    lines,
    onPlaced: (order) => {
      const description = `For ${customer.name}`;
      sayPlaced(order, { lines, shortage, description, onBackorders: () => router.push('/backorders') });
      router.push(`/orders/${order.id}`);
    },
    onKept: (id, how) => {
      showDone(how === 'sent' ? 'Quote sent' : 'Draft saved', `For ${customer.name}`);
      router.push(`/drafts/${id}`);
    },
  });
  const acts = { place, save, send: () => setSending(true) };
  /** What was asked for while an item was on its way: done once it is a line, unless one types on. */
  const [queued, setQueued] = useState<keyof typeof acts | null>(null);
  const isComplete = lines.length > 0 && Object.keys(errors).length === 0;
  const ifComplete = (act: keyof typeof acts) => {
    setTried(true);
    setQueued(waiting > 0 ? act : null);
    if (waiting === 0 && isComplete) void acts[act]();
  };
  useEffect(() => {
    if (queued === null || waiting > 0) return;
    setQueued(null);
    if (isComplete) void acts[queued]();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    setQueued(null);
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    ifComplete('place');
  };
  const notice =
    rejection ??
    (tried && waiting > 0 ? "Some items aren't added yet. Wait for them, or remove them." : null) ??
    (problemOf(quote) || (tried && lines.length === 0 ? 'Add at least one item first.' : undefined));
  const isGuarded =
    (changed || waiting > 0) &&
    (lines.length > 0 || waiting > 0 || start.draftId !== null) &&
    !pending &&
    !sending;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter is also the button "Place order" */}
      <div
        onKeyDown={onKeyDown}
        onFocus={() => void loadLines().catch(() => {})}
        className="flex flex-col gap-5 xl:grid xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start"
      >
        <LeaveGuard active={isGuarded} />
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
                {repeat && (
                  <Button pending={repeating} onClick={() => void repeat()}>
                    {!repeating && <RotateCcw aria-hidden />}
                    Repeat last order
                  </Button>
                )}
                {start.draftId === null && (
                  <Button disabled={lines.length > 0 || waiting > 0} onClick={onChange}>
                    Change customer
                  </Button>
                )}
              </span>
            </div>
            <ItemField customerId={customer.id} onAdd={(line) => add([line])} onWaiting={setWaiting} />
          </Card>
          <Suspense>
            {lines.length > 0 && (
              <EntryLines
                lines={lines}
                quoted={quote?.lines ?? null}
                shortage={shortage}
                onShortage={setShortage}
                onSet={setQuantity}
                onTerms={setTerms}
                onRemove={remove}
              />
            )}
          </Suspense>
        </div>
        {/* Below the columns the bar is beside the cards, or it would only stick beside the delivery. */}
        <div className="max-xl:contents xl:flex xl:min-w-0 xl:flex-col xl:gap-5 xl:self-stretch">
          <Card title="Delivery">
            <DeliveryFields
              delivery={delivery}
              locationId={locationId}
              locations={locations}
              today={today}
              dates={quote?.next_delivery_dates}
              errors={errors}
              showErrors={tried}
              commitOn="change"
              poHint="Optional. Your customer's own number for this order."
              onChange={setDelivery}
            />
            <Field
              layout="inline"
              label="Accept immediately"
              hint="Otherwise it waits for your approval, like orders your customers place."
              className="mt-4"
            >
              <Checkbox className="mt-0.5" checked={accept} onCheckedChange={setAccept} />
            </Field>
            <Suspense>
              {asksShortage(lines, quote?.lines ?? null, shortage) && (
                <ShortageField value={shortage} onValueChange={setShortage} />
              )}
            </Suspense>
            {lines.length > 0 && (
              <div className="mt-5 flex flex-col gap-3 border-border border-t pt-4 empty:hidden">
                <EntrySums quote={quote} current={current} />
                <OverrideFields problems={quote?.problems ?? []} value={override} onChange={setOverride} />
              </div>
            )}
          </Card>
          <section
            aria-label="Place"
            className="sticky bottom-4 z-20 flex flex-col gap-2 rounded-lg border border-border bg-raised p-4 shadow-lg max-md:bottom-18 max-md:p-3 xl:top-20"
          >
            <div className="text-sm empty:hidden">
              <FormAlert message={notice} />
            </div>
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <EntryTotal quote={lines.length > 0 ? quote : null} current={current || lines.length === 0} />
              <Button
                variant="primary"
                size="lg"
                className="xl:w-full"
                pending={pending === 'place'}
                onClick={() => ifComplete('place')}
              >
                Place order
              </Button>
            </div>
            {lines.length > 0 && <CreditLine quote={quote} />}
            <p className="text-center text-muted text-sm max-xl:hidden">
              or press <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
            </p>
            <div className="flex flex-wrap gap-2 *:flex-1">
              <Button pending={pending === 'save'} onClick={() => ifComplete('save')}>
                {start.draftId ? 'Save draft' : 'Save as draft'}
              </Button>
              {can('update:orders') && (
                <Button disabled={pending !== null} onClick={() => ifComplete('send')}>
                  Send as quote
                </Button>
              )}
            </div>
          </section>
        </div>
      </div>
      <Suspense>
        {sending && (
          <SendDialog validUntil={start.validUntil} onSend={send} onClose={() => setSending(false)} />
        )}
      </Suspense>
    </>
  );
}
