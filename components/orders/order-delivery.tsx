import type { ReactNode } from 'react';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Link } from '@/components/ui/base/link';
import { formatDate, formatWindow, UNKNOWN } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import { EDITED, TYPED_BY_BOTH } from '@/server/features/orders/shapes/edited.schema';
import { EditableCard } from './editable-card';
import { OrderCredits } from './order-credits';
import type { Order } from './types';
import type { ShownOrder } from './use-order';

interface Fact {
  term: string;
  value: ReactNode;
}

const NUMBERS = TYPED_BY_BOTH.filter((field) => EDITED[field].part === 'delivery');

/** When and where an order is delivered, under which numbers, and its invoice. */
export function OrderDelivery({
  shown: { order, manifest, credits },
  edits,
}: {
  shown: ShownOrder;
  edits: boolean;
}) {
  const { can, entity } = useViewer();
  const facts: Fact[] = [
    { term: 'Date', value: formatDate(order.delivery_date) },
    { term: 'Delivery window', value: formatWindow(order.delivery_window, entity.timezone) },
    ...placesOf(manifest),
    ...NUMBERS.map((field) => ({ term: EDITED[field].label, value: order[field] ?? UNKNOWN })),
    ...(can('read:invoices') ? invoiceOf(order, credits) : []),
  ];
  return (
    <EditableCard order={order} title="Delivery" edits={edits ? 'delivery' : null}>
      <DefinitionList items={facts} />
    </EditableCard>
  );
}

const placesOf = (manifest: ShownOrder['manifest']): Fact[] =>
  (manifest?.receiver.premises ?? []).flatMap(({ name, address, receiving_hours }) => [
    { term: 'Deliver to', value: `${name}, ${address.street}, ${address.city}` },
    ...(receiving_hours ? [{ term: 'Receiving hours', value: receiving_hours }] : []),
  ]);

function invoiceOf({ invoice }: Order, credits: ShownOrder['credits']): Fact[] {
  if (!invoice) return [];
  const link = (
    <Link href={`/invoices/${invoice.id}`} className="text-link hover:underline">
      {invoice.number}
    </Link>
  );
  const notes = { term: 'Credit notes', value: <OrderCredits notes={credits} /> };
  return [{ term: 'Invoice', value: link }, ...(credits.length > 0 ? [notes] : [])];
}
