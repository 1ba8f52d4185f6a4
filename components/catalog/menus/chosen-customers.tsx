'use client';
import { useState } from 'react';
import { CustomerField } from '@/components/orders/order-entry/customer-field';
import { ChosenList } from '@/components/ui/base/chosen-list';

/** Customers that are found by what is typed, each added to those before. */
export function ChosenCustomers({
  value,
  fault,
  onChange,
}: {
  value: readonly { id: string; name: string }[];
  fault: string | undefined;
  onChange: (value: { id: string; name: string }[]) => void;
}) {
  // A new field for each customer, empty again.
  const [added, setAdded] = useState(0);
  return (
    <div className="flex flex-col gap-2">
      <CustomerField
        key={added}
        label="Add a customer"
        autoFocus={added > 0}
        onPick={({ id, name }) => {
          if (!value.some((one) => one.id === id)) onChange([...value, { id, name }]);
          setAdded(added + 1);
        }}
      />
      {fault && (
        <p role="alert" className="text-destructive text-sm">
          {fault}
        </p>
      )}
      <ChosenList
        label="Chosen customers"
        items={value}
        onRemove={(removed) => onChange(value.filter(({ id }) => id !== removed))}
      />
    </div>
  );
}
