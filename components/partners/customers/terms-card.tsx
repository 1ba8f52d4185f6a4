'use client';
import { useState } from 'react';
import { Card } from '@/components/ui/base/card';
import { Field } from '@/components/ui/base/field';
import { Link } from '@/components/ui/base/link';
import { NumberInput } from '@/components/ui/base/number-input';
import { Select } from '@/components/ui/base/select';
import { formatMoney } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { EverywhereNote } from '@/components/ui/shell/everywhere-note';
import { priceListsInput } from './detail-inputs';
import { Exemptions } from './exemptions';
import type { Customer, CustomerPatch } from './types';

/** A choice needs a value. */
const NONE = 'none';

/** What the business grants a customer: its price list and the least that it orders. */
export function TermsCard({ customer, editable }: { customer: Customer; editable: boolean }) {
  const { can, rules, entity: own } = useViewer();
  const { id, price_list_id: listId, minimum_order: minimum } = customer;
  const lists = trpc.priceLists.list.useQuery(priceListsInput);
  const update = trpc.customers.update.useMutation();
  const [saving, setSaving] = useState<string | null>(null);
  const [typed, setTyped] = useState<number | null | undefined>(undefined);
  const save = async (patch: CustomerPatch) => {
    try {
      await update.mutateAsync({ id, ...patch });
    } catch (error) {
      await showError("Couldn't save the terms", error);
    }
  };
  const options = (lists.data?.data ?? []).map(({ id: value, name, active }) => ({
    value,
    label: active ? name : `${name} (off)`,
  }));
  const list = options.find(({ value }) => value === listId);
  return (
    <Card title="Prices and terms">
      <div className="flex flex-col gap-4">
        <EverywhereNote what="Terms apply" permission="update:terms" />
        {editable && rules('update:prices') ? (
          <Field label="Price list">
            <Select
              options={[{ value: NONE, label: 'None: wholesale prices' }, ...options]}
              value={saving ?? listId ?? NONE}
              disabled={update.isPending || !lists.data}
              onValueChange={async (chosen) => {
                setSaving(chosen);
                await save({ price_list_id: chosen === NONE ? null : chosen });
                setSaving(null);
              }}
            />
          </Field>
        ) : (
          <Fact label="Price list" value={list?.label ?? 'None: wholesale prices'} />
        )}
        {listId && (
          <Link
            href={`/price-lists/${listId}`}
            className="min-h-6 self-start text-link text-sm underline-offset-4 hover:underline"
          >
            Open price list
          </Link>
        )}
        {editable && rules('update:terms') ? (
          <Field label="Minimum order (optional)" hint="Empty: the minimum in your sales settings.">
            <NumberInput
              money
              min={0}
              value={typed === undefined ? minimum : typed}
              disabled={update.isPending}
              onValueChange={setTyped}
              onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
              onBlur={async () => {
                if (typed !== undefined && typed !== minimum) await save({ minimum_order: typed });
                setTyped(undefined);
              }}
            />
          </Field>
        ) : (
          minimum !== null && <Fact label="Minimum order" value={formatMoney(minimum)} />
        )}
        <Exemptions
          exempt={customer.exempt_tax_ids}
          editable={editable && rules('update:terms')}
          onSave={(exempt_tax_ids) => save({ exempt_tax_ids })}
        />
        {can('read:customers') && (
          <Link
            href={`/market/${own.id}?customer_id=${id}`}
            className="min-h-6 self-start text-link text-sm underline-offset-4 hover:underline"
          >
            See the catalog as {customer.name}
          </Link>
        )}
      </div>
    </Card>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <p>
      <span className="block text-muted text-sm">{label}</span>
      {value}
    </p>
  );
}
