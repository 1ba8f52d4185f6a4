'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Checkbox } from '@/components/ui/base/checkbox';
import { Field } from '@/components/ui/base/field';
import { Select } from '@/components/ui/base/select';
import { formatCount } from '@/components/ui/format';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { CATEGORIES } from '@/server/features/products/categories';
import type { Migration, Patch } from './types';

type Category = keyof typeof CATEGORIES;
const CATEGORY_OPTIONS = Object.keys(CATEGORIES).map((value) => ({
  value,
  label: value.replaceAll('_', ' '),
}));

/** The second step: which of the business's locations and categories the source's are, and what prices of cases are for. */
export function MapStep({
  migration,
  onChange,
}: {
  migration: Migration;
  onChange: (next: Migration) => void;
}) {
  const { id, found, location_map, category_map, settings } = migration;
  const { locations } = useViewer();
  const [places, setPlaces] = useState<Record<string, string>>(
    Object.fromEntries(Object.entries(location_map).map(([name, { location_id }]) => [name, location_id])),
  );
  const [categories, setCategories] = useState<Record<string, string>>(
    Object.fromEntries(Object.entries(category_map).map(([name, { category }]) => [name, category])),
  );
  const [cases, setCases] = useState(settings.case_prices ?? found?.case_prices?.proposed);
  const [type, setType] = useState(settings.customer_type ?? 'retailer');
  const [taken, setTaken] = useState(
    settings.relationships ?? (found?.relationships ?? []).filter((one) => one.taken).map(({ name }) => name),
  );
  const save = trpc.migrations.update.useMutation({
    onSuccess: onChange,
    onError: (error) => showError("Couldn't save", error),
  });
  const placeNames = [
    ...new Set([...(found?.locations ?? []).map(({ name }) => name), ...Object.keys(places)]),
  ];
  const categoryNames = [
    ...new Set([...(found?.categories ?? []).map(({ name }) => name), ...Object.keys(categories)]),
  ];
  const patch = (): Patch => ({
    location_map: {
      ...location_map,
      ...Object.fromEntries(
        Object.entries(places).map(([name, location_id]) => [name, { ...location_map[name], location_id }]),
      ),
    },
    category_map: {
      ...category_map,
      ...Object.fromEntries(
        Object.entries(categories).map(([name, category]) => [name, { category: category as Category }]),
      ),
    },
    settings: {
      ...(settings as NonNullable<Patch['settings']>),
      customer_type: type,
      ...(found?.case_prices && cases && { case_prices: cases }),
      ...((found?.relationships ?? []).length > 0 && { relationships: taken }),
    },
  });
  const linesOf = (list: ReadonlyArray<{ name: string; lines: number }> | undefined, name: string) =>
    list?.find((one) => one.name === name)?.lines;
  return (
    <Card
      title="Map locations and categories"
      description="Names that Tallyleaf knows are mapped already."
      footer={
        <Button variant="primary" pending={save.isPending} onClick={() => save.mutate({ id, ...patch() })}>
          Save and check again
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        {placeNames.map((name) => (
          <Field key={name} label={name} hint={hintOf(linesOf(found?.locations, name))}>
            <Select
              placeholder="Choose your location"
              options={locations.map((one) => ({ value: one.id, label: one.name }))}
              value={places[name] ?? null}
              onValueChange={(value) => setPlaces({ ...places, [name]: value })}
            />
          </Field>
        ))}
        {categoryNames.map((name) => (
          <Field key={name} label={name} hint={hintOf(linesOf(found?.categories, name))}>
            <Select
              placeholder="Choose a category"
              options={CATEGORY_OPTIONS}
              value={categories[name] ?? null}
              onValueChange={(value) => setCategories({ ...categories, [name]: value })}
            />
          </Field>
        ))}
        {found?.case_prices && (
          <Field
            label="Prices of goods with a case size are"
            hint={found.case_prices.products
              .map(
                (one) =>
                  `${one.name} at $${one.price}: $${one.per_case ?? 'not exact'} or $${one.per_unit} a unit`,
              )
              .join('; ')}
          >
            <Select
              options={[
                { value: 'per_case', label: 'per case' },
                { value: 'per_unit', label: 'per unit' },
              ]}
              value={cases ?? null}
              placeholder="Choose"
              onValueChange={setCases}
            />
          </Field>
        )}
        <Field label="Customers without a type are">
          <Select
            options={[
              { value: 'retailer', label: 'Retailers' },
              { value: 'wholesaler', label: 'Wholesalers' },
            ]}
            value={type}
            onValueChange={setType}
          />
        </Field>
        {(found?.relationships ?? []).length > 0 && (
          <fieldset>
            <legend className="mb-2 font-medium text-sm">Companies that are customers</legend>
            {found?.relationships.map(({ name, lines }) => (
              <div key={name} className="flex items-center gap-2 py-1 text-sm">
                <Checkbox
                  id={`relationship-${name}`}
                  checked={taken.includes(name)}
                  onCheckedChange={(on) =>
                    setTaken(on ? [...taken, name] : taken.filter((one) => one !== name))
                  }
                />
                <label htmlFor={`relationship-${name}`}>
                  {name} ({lines})
                </label>
              </div>
            ))}
          </fieldset>
        )}
      </div>
    </Card>
  );
}

const hintOf = (lines: number | undefined) => (lines === undefined ? undefined : formatCount(lines, 'line'));
