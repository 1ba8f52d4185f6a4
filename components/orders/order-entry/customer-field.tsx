'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Customer } from '@/components/partners/customers/types';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { LookupField } from './lookup-field';
import { useLookup } from './use-lookup';

const NewCustomerDialog = lazy(() =>
  import('./new-customer-dialog').then((m) => ({ default: m.NewCustomerDialog })),
);

const SHOWN = 8;
/** The result that adds what is looked for. */
type Unknown = { id: 'new'; name: string };
const isUnknown = (result: Customer | Unknown): result is Unknown => result.id === 'new';

/** Finds a customer by what is typed. @param autoFocus false beside other work; `adds` offers to enter one that isn't found */
export function CustomerField({
  label = 'Customer',
  autoFocus = true,
  adds = false,
  onPick,
}: {
  label?: string;
  autoFocus?: boolean;
  adds?: boolean;
  onPick: (customer: Customer) => void;
}) {
  const { can } = useViewer();
  const [adding, setAdding] = useState<string | null>(null);
  const utils = trpc.useUtils();
  const input = useRef<HTMLInputElement>(null);
  const asking = (search: string) => ({ search, limit: SHOWN, sort: 'name' as const });
  const withNew = (found: readonly Customer[], name: string): (Customer | Unknown)[] =>
    adds && can('create:customers') && name !== '' ? [...found, { id: 'new', name }] : [...found];
  const pick = (result: Customer | Unknown) => (isUnknown(result) ? setAdding(result.name) : onPick(result));
  const lookup = useLookup<Customer | Unknown>({
    input,
    find: async (search) => withNew((await utils.customers.list.fetch(asking(search))).data, search),
    onPick: (result) => {
      pick(result);
      return null;
    },
  });
  const query = trpc.customers.list.useQuery(asking(lookup.search), {
    enabled: lookup.search !== '',
    placeholderData: keepPreviousData,
  });
  const field = (
    <LookupField
      label={label}
      placeholder="Name, nickname or license"
      lookup={lookup}
      onWait={lookup.wait}
      results={query.data && withNew(query.data.data, lookup.text.trim())}
      known={lookup.current && query.data !== undefined && !query.isPlaceholderData}
      failed={query.isError}
      keyOf={({ id }) => id}
      onPick={pick}
      input={input}
      autoFocus={autoFocus}
    >
      {(result) =>
        isUnknown(result) ? (
          <span className="wrap-anywhere flex items-center gap-2">
            <Plus aria-hidden className="size-4 text-muted" />
            <span>Add “{result.name}” as a new customer</span>
          </span>
        ) : (
          <Found customer={result} />
        )
      }
    </LookupField>
  );
  return (
    <>
      {field}
      <Suspense>
        {adding !== null && (
          <NewCustomerDialog name={adding} onAdded={onPick} onClose={() => setAdding(null)} />
        )}
      </Suspense>
    </>
  );
}

function Found({ customer: { name, nickname, address, license_number } }: { customer: Customer }) {
  return (
    <>
      <span className="wrap-anywhere min-w-0 flex-1 basis-48">
        {name}
        {nickname && <span className="text-muted"> · {nickname}</span>}
        <span className="block text-muted text-xs">{license_number}</span>
      </span>
      {address && (
        <span className="text-muted text-sm">{[address.city, address.state].filter(Boolean).join(', ')}</span>
      )}
    </>
  );
}
