'use client';
import { useState } from 'react';
import type { Customer } from '@/components/customers/types';
import { Card } from '@/components/ui/card';
import { PageHeader } from '@/components/ui/page-header';
import { CustomerField } from './customer-field';
import { EntryForm } from './entry-form';

/** An order that a seller enters for a customer, on the phone for instance. @param first whom the address names */
export function OrderEntryPage({ first }: { first: Customer | null }) {
  const [customer, setCustomer] = useState(first);
  return (
    <>
      <PageHeader title="New order" breadcrumbs={[{ label: 'Sales', href: '/orders' }]} />
      {customer ? (
        <EntryForm key={customer.id} customer={customer} onChange={() => setCustomer(null)} />
      ) : (
        <Card className="max-w-2xl overflow-visible">
          <CustomerField onPick={setCustomer} />
        </Card>
      )}
    </>
  );
}
