'use client';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Link } from '@/components/ui/base/link';
import { formatDate, formatMoney } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import { termsBetween } from '@/server/kernel/terms-text';
import type { Invoice } from './types';

const IdsDialog = lazy(() => import('./ids-dialog').then((m) => ({ default: m.IdsDialog })));

/** What an invoice says beside its lines: dates, its order, and who is billed. */
export function InvoiceFacts({ invoice, buys }: { invoice: Invoice; buys: boolean }) {
  const { can } = useViewer();
  const [naming, setNaming] = useState(false);
  const { bill_to: billed, order_id, order_number } = invoice;
  const facts: { term: string; value: ReactNode }[] = [
    { term: 'Issued', value: formatDate(invoice.issued_on) },
    { term: 'Due', value: formatDate(invoice.due_on) },
    ...(invoice.opening ? [] : [{ term: 'Terms', value: termsBetween(invoice.issued_on, invoice.due_on) }]),
  ];
  if (order_id) {
    const value = can('read:orders') ? (
      <Link href={`/orders/${order_id}`} className="wrap-anywhere text-link hover:underline">
        {order_number}
      </Link>
    ) : (
      order_number
    );
    facts.push({ term: 'Order', value });
  }
  if (invoice.opening) facts.push({ term: 'Kind', value: 'Opening balance' });
  if (invoice.pending_credit > 0) {
    facts.push({ term: 'Credit pending', value: formatMoney(invoice.pending_credit) });
  }
  for (const [system, id] of Object.entries(invoice.external_ids)) {
    facts.push({ term: `Id in ${system}`, value: <span className="wrap-anywhere">{id}</span> });
  }
  return (
    <>
      <Card
        title="Invoice"
        action={
          can('update:orders') && (
            <Button size="sm" onClick={() => setNaming(true)}>
              External IDs<span className="sr-only"> in other systems</span>
            </Button>
          )
        }
      >
        <DefinitionList items={facts} />
        <Suspense>{naming && <IdsDialog invoice={invoice} onClose={() => setNaming(false)} />}</Suspense>
      </Card>
      <Card title={buys ? 'Supplier' : 'Billed to'}>
        <div className="flex flex-col gap-1">
          <Partner invoice={invoice} buys={buys} />
          {!buys && billed && (
            <div className="text-muted text-sm">
              {billed.legal_name !== billed.name && <p>{billed.legal_name}</p>}
              <p>License {billed.license_number}</p>
              <p>
                {billed.address.street}, {billed.address.city}, {billed.address.state} {billed.address.zip}
              </p>
            </div>
          )}
        </div>
      </Card>
    </>
  );
}

/** The other party, by a link where the reader may open its page. */
function Partner({ invoice, buys }: { invoice: Invoice; buys: boolean }) {
  const { can } = useViewer();
  const name = (buys ? invoice.seller : (invoice.bill_to ?? invoice.buyer)).name;
  if (buys || !can('read:customers')) return <p className="font-medium">{name}</p>;
  return (
    <Link
      href={`/customers/${invoice.buyer.id}`}
      className="wrap-anywhere font-medium text-link hover:underline"
    >
      {name}
    </Link>
  );
}
