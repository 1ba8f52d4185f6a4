'use client';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { CustomerField } from '@/components/orders/order-entry/customer-field';
import { ChosenList } from '@/components/ui/base/chosen-list';
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
      <ChosenList
        label="Customers of the offer"
        items={buyers}
        onRemove={(removed) => set(buyers.filter(({ id }) => id !== removed))}
      />
    </div>
  );
}
