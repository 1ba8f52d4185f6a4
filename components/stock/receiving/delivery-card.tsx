'use client';
import { Card } from '@/components/ui/base/card';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { Select } from '@/components/ui/base/select';
import { moveDay } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import { SELLERS } from '@/server/kernel/permissions';
import { type Delivery, RECEIVED_WITHIN_DAYS } from './draft';
import { SOURCE_OF } from './labels';
import { SupplierField } from './supplier-field';
import type { GoodsKind, Place } from './types';

/** Where goods came from, when, and where they are taken in. */
export function DeliveryCard({
  delivery,
  today,
  places,
  isFixed = false,
  error,
  onChange,
}: {
  delivery: Delivery;
  today: string;
  places: readonly Place[];
  /** How and where goods came stays, as in a correction. */
  isFixed?: boolean;
  error: string | undefined;
  onChange: (values: Partial<Delivery>) => void;
}) {
  const { entity } = useViewer();
  const kinds = (Object.keys(SOURCE_OF) as GoodsKind[]).filter(
    (kind) => kind !== 'harvest' || SELLERS.includes(entity.type),
  );
  const { kind } = delivery;
  return (
    <Card title={kind === 'harvest' ? 'Harvest' : 'Delivery'} className="overflow-visible">
      <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        {kind === 'purchase' && (
          <SupplierField
            value={delivery.supplier}
            error={error}
            onChange={(supplier) => onChange({ supplier })}
          />
        )}
        {kind !== 'harvest' && (
          <Field label="Reference (optional)">
            <Input
              value={delivery.reference}
              maxLength={100}
              autoComplete="off"
              placeholder="Delivery or invoice number"
              onChange={(event) => onChange({ reference: event.target.value })}
            />
          </Field>
        )}
        <Field label={kind === 'harvest' ? 'Weighed on' : 'Received on'}>
          <Input
            type="date"
            value={delivery.receivedOn}
            min={moveDay(today, -RECEIVED_WITHIN_DAYS)}
            max={today}
            onChange={(event) => onChange({ receivedOn: event.target.value })}
          />
        </Field>
        {!isFixed && (
          <>
            <Field label="Location">
              <Select
                options={places.map(({ id, name }) => ({ value: id, label: name }))}
                value={delivery.locationId}
                onValueChange={(locationId) => onChange({ locationId })}
              />
            </Field>
            <Field label="Came from">
              <Select
                options={kinds.map((value) => ({ value, label: SOURCE_OF[value] }))}
                value={kind}
                onValueChange={(value) => onChange({ kind: value })}
              />
            </Field>
          </>
        )}
        <Field label="Notes (optional)" className="sm:col-span-2">
          <Input
            value={delivery.notes}
            maxLength={1000}
            autoComplete="off"
            onChange={(event) => onChange({ notes: event.target.value })}
          />
        </Field>
      </div>
    </Card>
  );
}
