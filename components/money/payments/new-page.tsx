'use client';
import { lazy, Suspense, useState } from 'react';
import { Card } from '@/components/ui/base/card';
import { PageHeader } from '@/components/ui/base/page-header';
import { PaymentForm } from './payment-form';

// A link may name the customer: the page then needs no search.
const CustomerField = lazy(() =>
  import('@/components/orders/order-entry/customer-field').then((m) => ({ default: m.CustomerField })),
);

type Chosen = { id: string; name: string };

/** Records a payment: the customer first, then the amount, which settles the oldest invoices. */
export function NewPaymentPage({ first }: { first: Chosen | null }) {
  const [customer, setCustomer] = useState(first);
  return (
    <>
      <PageHeader title="Record payment" breadcrumbs={[{ label: 'Payments', href: '/payments' }]} />
      {customer ? (
        <PaymentForm key={customer.id} customer={customer} onChange={() => setCustomer(null)} />
      ) : (
        <Card className="max-w-2xl overflow-visible">
          <Suspense>
            <CustomerField onPick={({ id, name }) => setCustomer({ id, name })} />
          </Suspense>
        </Card>
      )}
    </>
  );
}
