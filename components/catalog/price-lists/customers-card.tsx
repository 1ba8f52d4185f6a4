'use client';
import { X } from 'lucide-react';
import { useState } from 'react';
import { CustomerField } from '@/components/orders/order-entry/customer-field';
import { Card } from '@/components/ui/base/card';
import { IconButton } from '@/components/ui/base/icon-button';
import { Link } from '@/components/ui/base/link';
import { showDone } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { withList } from './customers-input';
import type { PriceList } from './types';

/** Who has the list; a customer is given it by its name. */
export function ListCustomers({ list: { id, name }, editable }: { list: PriceList; editable: boolean }) {
  const query = trpc.customers.list.useQuery(withList(id));
  const update = trpc.customers.update.useMutation();
  // A new field for each customer, empty again.
  const [given, setGiven] = useState(0);
  const give = async (customer: { id: string; name: string }, listId: string | null) => {
    try {
      await update.mutateAsync({ id: customer.id, price_list_id: listId });
      showDone(listId ? `${customer.name} has ${name} now` : `${customer.name} pays wholesale prices now`);
      setGiven(given + 1);
    } catch (error) {
      await showError("Couldn't change the price list", error);
    }
  };
  const { data = [], pagination } = query.data ?? {};
  const more = (pagination?.total ?? 0) - data.length;
  return (
    <Card title="Customers" description="A customer has one price list.">
      <div className="flex flex-col gap-3">
        {editable && (
          <CustomerField
            key={given}
            label="Give to a customer"
            autoFocus={false}
            onPick={(customer) => void give(customer, id)}
          />
        )}
        {query.data && data.length === 0 && <p className="text-muted">No customer has this list yet.</p>}
        <ul aria-label={`Customers with ${name}`} className="divide-y divide-border">
          {data.map((customer) => (
            <li key={customer.id} className="flex items-center justify-between gap-2 py-1.5">
              <Link
                href={`/customers/${customer.id}`}
                className="wrap-anywhere min-h-6 text-link underline-offset-4 hover:underline"
              >
                {customer.name}
              </Link>
              {editable && (
                <IconButton
                  icon={X}
                  size="sm"
                  label={`Take the list from ${customer.name}`}
                  disabled={update.isPending}
                  onClick={() => void give(customer, null)}
                />
              )}
            </li>
          ))}
        </ul>
        {more > 0 && (
          <Link href={`/customers?price_list_id=${id}`} className="text-link text-sm hover:underline">
            {formatCount(more, 'more customer')}
          </Link>
        )}
      </div>
    </Card>
  );
}
