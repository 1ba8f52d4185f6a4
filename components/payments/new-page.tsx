'use client';
import { useState } from 'react';
import { CustomerField } from '@/components/order-entry/customer-field';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { PaymentForm } from './payment-form';

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
          <CustomerField onPick={({ id, name }) => setCustomer({ id, name })} />
        </Card>
      )}
    </>
  );
}
