'use client';
import { useViewer } from '@/components/ui/providers/viewer';
import { ContactFacts } from './contact-facts';
import { DetailsForm } from './details-form';
import type { Customer } from './types';

/** The profile of a customer, with the form for what the reader may change of it. */
export function DetailsTab({ customer, editable }: { customer: Customer; editable: boolean }) {
  const { timezone } = useViewer().entity;
  const facts = (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <ContactFacts customer={customer} timezone={timezone} />
    </div>
  );
  if (!editable) return facts;
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      {customer.status === 'claimed' && facts}
      <DetailsForm customer={customer} />
    </div>
  );
}
