'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Customer } from '@/components/partners/customers/types';
import { trpc } from '@/components/ui/providers/trpc';
import { LookupField } from './lookup-field';
import { useLookup } from './use-lookup';

const SHOWN = 8;

/** Finds a customer by what is typed. @param autoFocus false beside other work */
export function CustomerField({
  label = 'Customer',
  autoFocus = true,
  onPick,
}: {
  label?: string;
  autoFocus?: boolean;
  onPick: (customer: Customer) => void;
}) {
  const utils = trpc.useUtils();
  const input = useRef<HTMLInputElement>(null);
  const asking = (search: string) => ({ search, limit: SHOWN, sort: 'name' as const });
  const lookup = useLookup<Customer>({
    input,
    find: async (search) => (await utils.customers.list.fetch(asking(search))).data,
    onPick: (customer) => {
      onPick(customer);
      return null;
    },
  });
  const query = trpc.customers.list.useQuery(asking(lookup.search), {
    enabled: lookup.search !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <LookupField
      label={label}
      placeholder="Name, nickname or license"
      lookup={lookup}
      onWait={lookup.wait}
      results={query.data?.data}
      known={lookup.current && query.data !== undefined && !query.isPlaceholderData}
      failed={query.isError}
      keyOf={({ id }) => id}
      onPick={onPick}
      input={input}
      autoFocus={autoFocus}
    >
      {({ name, nickname, address, license_number }) => (
        <>
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
            {name}
            {nickname && <span className="text-muted"> · {nickname}</span>}
            <span className="block text-muted text-xs">{license_number}</span>
          </span>
          {address && (
            <span className="text-muted text-sm">
              {address.city}, {address.state}
            </span>
          )}
        </>
      )}
    </LookupField>
  );
}
