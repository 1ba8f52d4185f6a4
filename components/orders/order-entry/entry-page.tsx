'use client';
import { useState } from 'react';
import type { Customer } from '@/components/partners/customers/types';
import { Card } from '@/components/ui/base/card';
import { PageHeader } from '@/components/ui/base/page-header';
import { CustomerField } from './customer-field';
import { EntryForm } from './entry-form';
import { EMPTY_START, type EntryStart } from './entry-start';

/** An order that a seller enters for a customer, on the phone for instance. @param first whom the address names */
export function OrderEntryPage({
  first,
  start = EMPTY_START,
}: {
  first: Customer | null;
  /** The draft that the address names. */
  start?: EntryStart;
}) {
  const [customer, setCustomer] = useState(first);
  return (
    <>
      <PageHeader
        title={start.draftId ? 'Edit draft' : 'New order'}
        breadcrumbs={[
          start === EMPTY_START || start.copied
            ? { label: 'Sales', href: '/orders' }
            : { label: 'Drafts and quotes', href: '/drafts' },
        ]}
      />
      {customer ? (
        <EntryForm key={customer.id} customer={customer} start={start} onChange={() => setCustomer(null)} />
      ) : (
        <Card className="max-w-2xl overflow-visible">
          <CustomerField adds onPick={setCustomer} />
        </Card>
      )}
    </>
  );
}
