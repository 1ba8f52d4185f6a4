'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Customer } from '@/components/customers/types';
import { trpc } from '@/components/providers/trpc';
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
  const lookup = useLookup<Customer>(onPick);
  const query = trpc.customers.list.useQuery(
    { search: lookup.search, limit: SHOWN, sort: 'name' },
    { enabled: lookup.search !== '', placeholderData: keepPreviousData },
  );
  const results = query.data?.data;
  const known = results !== undefined && !query.isPlaceholderData;
  const { found } = lookup;
  useEffect(() => {
    if (known && results) found(results);
  });
  return (
    <LookupField
      label={label}
      placeholder="Name, nickname or license"
      text={lookup.text}
      onTextChange={lookup.setText}
      onEnter={() => lookup.wait(known)}
      results={results}
      failed={query.isError}
      keyOf={({ id }) => id}
      onPick={onPick}
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
