'use client';
import { useFormContext, useWatch } from 'react-hook-form';
import { CustomerField } from '@/components/orders/order-entry/customer-field';
import { Button } from '@/components/ui/base/button';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { MenuValues } from './menu-values';

/** For whom a menu is: everybody with the link, or one customer, who sees its own prices. */
export function MenuCustomer() {
  const { can } = useViewer();
  const { setValue } = useFormContext<MenuValues>();
  const customer = useWatch<MenuValues, 'customer'>({ name: 'customer' });
  const isUnnamed = customer !== null && customer.name === '';
  const { data } = trpc.customers.get.useQuery(
    { id: customer?.id ?? '' },
    { enabled: isUnnamed && can('read:customers') },
  );
  const set = (next: MenuValues['customer']) => setValue('customer', next, { shouldDirty: true });
  if (customer) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <span className="block text-muted text-sm">For</span>
          {customer.name || data?.name || 'One customer'}, at its own prices
        </p>
        <Button size="sm" onClick={() => set(null)}>
          Make it for everybody
        </Button>
      </div>
    );
  }
  return (
    can('read:customers') && (
      <CustomerField
        label="For one customer (optional)"
        autoFocus={false}
        onPick={({ id, name }) => set({ id, name })}
      />
    )
  );
}
