'use client';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CustomerField } from '@/components/orders/order-entry/customer-field';
import { IconButton } from '@/components/ui/base/icon-button';
import { FieldFault } from './field-fault';
import type { OfferValues } from './offer-values';

/** The customers that an offer is for. */
export function OfferBuyers() {
  const { setValue, formState } = useFormContext<OfferValues>();
  const buyers = useWatch<OfferValues, 'buyers'>({ name: 'buyers' });
  // A new field for each customer, empty again.
  const [added, setAdded] = useState(0);
  const set = (next: OfferValues['buyers']) =>
    setValue('buyers', next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  return (
    <div className="flex flex-col gap-2">
      <CustomerField
        key={added}
        label="Add a customer"
        autoFocus={added > 0}
        onPick={({ id, name }) => {
          if (!buyers.some((one) => one.id === id)) set([...buyers, { id, name }]);
          setAdded(added + 1);
        }}
      />
      <FieldFault name="buyers" />
      {buyers.length > 0 && (
        <ul aria-label="Customers of the offer" className="flex flex-wrap gap-2">
          {buyers.map(({ id, name }) => (
            <li
              key={id}
              className="inline-flex max-w-full items-center gap-1 rounded-lg border border-border bg-surface pl-3"
            >
              <span className="wrap-anywhere py-1">{name}</span>
              <IconButton
                icon={X}
                size="sm"
                label={`Remove ${name}`}
                onClick={() => set(buyers.filter((one) => one.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
