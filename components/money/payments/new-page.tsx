'use client';
import { lazy, Suspense, useState } from 'react';
import { Card } from '@/components/ui/base/card';
import { PageHeader } from '@/components/ui/base/page-header';
import { PaymentForm } from './payment-form';

// A link may name the customer: the page then needs no search.
const PayerField = lazy(() => import('./payer-field').then((m) => ({ default: m.PayerField })));

type Chosen = { id: string; name: string };

/** Records a payment: who paid, found by name, invoice or amount, then what was paid. @param ticked invoices that the address names */
export function NewPaymentPage({
  first,
  ticked: named,
}: {
  first: Chosen | null;
  ticked: readonly string[];
}) {
  const [customer, setCustomer] = useState(first);
  const [ticked, setTicked] = useState(named);
  return (
    <>
      <PageHeader title="Record payment" breadcrumbs={[{ label: 'Payments', href: '/payments' }]} />
      {customer ? (
        <PaymentForm
          key={customer.id}
          customer={customer}
          ticked={ticked}
          onChange={() => {
            setTicked([]);
            setCustomer(null);
          }}
        />
      ) : (
        <Card className="max-w-2xl overflow-visible">
          <Suspense>
            <PayerField
              onPick={({ customer: { id, name }, invoiceId }) => {
                setTicked(invoiceId ? [invoiceId] : []);
                setCustomer({ id, name });
              }}
            />
          </Suspense>
        </Card>
      )}
    </>
  );
}
