'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Invoice } from '@/components/money/invoices/types';
import { LookupField } from '@/components/orders/order-entry/lookup-field';
import { useLookup } from '@/components/orders/order-entry/use-lookup';
import type { Customer } from '@/components/partners/customers/types';
import { formatDate, formatMoney } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';

const SHOWN = 5;

/** Who pays: a customer, or the one of an open invoice, which is then ticked. */
interface Payer {
  key: string;
  customer: { id: string; name: string };
  invoiceId: string | null;
  note: string;
  amount: string;
}

const ofCustomer = ({ id, name, license_number, balance }: Customer): Payer => ({
  ...{ key: id, customer: { id, name }, invoiceId: null, note: license_number },
  amount: balance ? `${formatMoney(balance)} owed` : '',
});
const ofInvoice = ({ id, number, due_on, buyer, balance }: Invoice): Payer => ({
  ...{ key: id, customer: buyer, invoiceId: id, note: `${number} · due ${formatDate(due_on)}` },
  amount: formatMoney(balance),
});

/** Finds who paid by a name, the number of an open invoice, or its amount. */
export function PayerField({ onPick }: { onPick: (payer: Payer) => void }) {
  const { can } = useViewer();
  const named = can('read:customers');
  const utils = trpc.useUtils();
  const input = useRef<HTMLInputElement>(null);
  const ofName = (search: string) => ({ search, limit: SHOWN, sort: 'name' as const });
  const ofNumber = (search: string) =>
    ({ side: 'selling', status: 'open', search, sort: 'due_on', limit: SHOWN }) as const;
  const payersOf = (customers: readonly Customer[], invoices: readonly Invoice[]) => [
    ...invoices.map(ofInvoice),
    ...customers.map(ofCustomer),
  ];
  const lookup = useLookup<Payer>({
    input,
    find: async (search) => {
      const [customers, invoices] = await Promise.all([
        named ? utils.customers.list.fetch(ofName(search)) : { data: [] },
        utils.invoices.list.fetch(ofNumber(search)),
      ]);
      return payersOf(customers.data, invoices.data);
    },
    onPick: (payer) => {
      onPick(payer);
      return null;
    },
  });
  const options = { enabled: lookup.search !== '', placeholderData: keepPreviousData };
  const customers = trpc.customers.list.useQuery(ofName(lookup.search), {
    ...options,
    enabled: named && options.enabled,
  });
  const invoices = trpc.invoices.list.useQuery(ofNumber(lookup.search), options);
  const isThere = (query: typeof customers | typeof invoices) =>
    query.data !== undefined && !query.isPlaceholderData;
  const results =
    invoices.data && (customers.data || !named)
      ? payersOf(customers.data?.data ?? [], invoices.data.data)
      : undefined;
  return (
    <LookupField
      label="Customer, invoice or amount"
      placeholder="Harbor, INV-0000012 or 1,204.50"
      lookup={lookup}
      onWait={lookup.wait}
      results={results}
      known={lookup.current && isThere(invoices) && (isThere(customers) || !named)}
      failed={customers.isError || invoices.isError}
      keyOf={({ key }) => key}
      onPick={onPick}
      input={input}
      autoFocus
    >
      {({ customer, note, amount }) => (
        <>
          <span className="wrap-anywhere min-w-0 flex-1 basis-48">
            {customer.name}
            <span className="block text-muted text-xs">{note}</span>
          </span>
          <span className="text-sm tabular-nums">{amount}</span>
        </>
      )}
    </LookupField>
  );
}
