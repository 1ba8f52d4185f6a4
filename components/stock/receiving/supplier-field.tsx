'use client';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LookupField } from '@/components/orders/order-entry/lookup-field';
import { useSettledText } from '@/components/orders/order-entry/use-settled-text';
import { Badge } from '@/components/ui/base/badge';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { NO_SUPPLIER, type Supplier } from './draft';

const SHOWN = 6;
const MOST_CONNECTED = 500;

/** A supplier that the business knows. */
interface Known extends Supplier {
  key: string;
}

const matches = (text: string) => {
  const words = text.trim().toLowerCase().split(/\s+/);
  return ({ name, license }: Supplier) => {
    const said = `${name} ${license}`.toLowerCase();
    return words.every((word) => said.includes(word));
  };
};

/** Suppliers that a text may mean: connected businesses that sell, then those that the business wrote down before. */
function useKnown(search: string): readonly Known[] | undefined {
  const { can } = useViewer();
  const connections = trpc.entity.connections.list.useQuery(
    { status: 'accepted', side: 'buying', limit: MOST_CONNECTED },
    { enabled: can('read:connections') && search !== '' },
  );
  const written = trpc.goodsSuppliers.list.useQuery(
    { search, limit: SHOWN },
    { enabled: search !== '', placeholderData: keepPreviousData },
  );
  if (search === '' || !written.data) return undefined;
  const connected = (connections.data?.data ?? []).map(
    ({ entity: { id, name } }): Known => ({
      ...{ key: id, name, license: '', state: '', connectedId: id },
    }),
  );
  const known = written.data.data.map(
    ({ id, name, license_number, state }): Known => ({
      ...{ key: id, name, license: license_number ?? '', state: state ?? '', connectedId: null },
    }),
  );
  return [...connected, ...known].filter(matches(search)).slice(0, SHOWN);
}

/** Who delivers: one that is known by a few letters, or a new name with its license. */
export function SupplierField({
  value,
  error,
  onChange,
}: {
  value: Supplier;
  error: string | undefined;
  onChange: (supplier: Supplier) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const license = useRef<HTMLInputElement>(null);
  const [isTyping, setIsTyping] = useState(false);
  const { search, current } = useSettledText(value.name);
  const known = useKnown(isTyping ? search : '');
  const results = isTyping && known && known.length > 0 ? known : undefined;
  const pick = ({ key: _, ...supplier }: Known) => {
    setIsTyping(false);
    onChange(supplier);
  };
  // Leaving the field with the whole name of one that is known means that one.
  const leave = () => {
    setIsTyping(false);
    const name = value.name.trim().toLowerCase();
    const [same, another] = (known ?? []).filter((one) => one.name.toLowerCase() === name);
    if (same && !another && value.license === '') pick(same);
  };
  return (
    <>
      <fieldset
        className="flex min-w-0 flex-col gap-1.5 sm:col-span-2"
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && leave()}
      >
        <LookupField
          label="Supplier"
          placeholder="Name or license"
          lookup={{
            text: value.name,
            setText: (name) => {
              setIsTyping(true);
              onChange(value.connectedId ? { ...NO_SUPPLIER, name } : { ...value, name });
            },
            waiting: [],
            remove: () => {},
          }}
          onWait={() => {
            setIsTyping(false);
            license.current?.focus();
          }}
          results={results}
          known={current && results !== undefined}
          failed={false}
          keyOf={({ key }) => key}
          onPick={pick}
          input={input}
          autoFocus
        >
          {(one) => (
            <>
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                {one.name}
                {one.license && <span className="block text-muted text-xs">{one.license}</span>}
              </span>
              {one.connectedId && <Badge>Connected</Badge>}
            </>
          )}
        </LookupField>
        <p
          role={error ? 'alert' : undefined}
          className={error ? 'text-destructive text-sm' : 'text-muted text-sm'}
        >
          {error ??
            (value.connectedId
              ? 'Connected with your business'
              : 'A name that you type is kept for your business alone, and notifies no one.')}
        </p>
      </fieldset>
      {!value.connectedId && (
        <>
          <Field label="License (optional)">
            <Input
              ref={license}
              value={value.license}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => onChange({ ...value, license: event.target.value })}
            />
          </Field>
          <Field label="State (optional)">
            <Input
              value={value.state}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => onChange({ ...value, state: event.target.value })}
            />
          </Field>
        </>
      )}
    </>
  );
}
