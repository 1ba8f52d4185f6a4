'use client';
import { type ReactNode, useState } from 'react';
import { CustomerField } from '@/components/orders/order-entry/customer-field';
import { ChosenList } from '@/components/ui/base/chosen-list';

interface Named {
  id: string;
  name: string;
}

/** Customers that are found by what is typed, each added to those before. */
export function ChosenCustomers({
  label,
  value,
  fault,
  onChange,
}: {
  label: string;
  value: readonly Named[];
  /** What is wrong with them as a whole. */
  fault: ReactNode;
  onChange: (value: Named[]) => void;
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
      {fault}
      <ChosenList
        label={label}
        items={value}
        onRemove={(removed) => onChange(value.filter(({ id }) => id !== removed))}
      />
    </div>
  );
}
