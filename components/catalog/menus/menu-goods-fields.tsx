'use client';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { AddGoods } from '@/components/partners/offers/add-goods';
import { GoodsField } from '@/components/partners/offers/goods-field';
import { ChosenList } from '@/components/ui/base/chosen-list';
import { FaultText } from '@/components/ui/base/fault-text';
import { Select } from '@/components/ui/base/select';
import { formatCount } from '@/components/ui/format';
import { SelectField } from '@/components/ui/forms/fields';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { CATEGORY_OPTIONS, readable } from '../products/labels';
import { type MenuValues, MOST_VARIANTS } from './menu-values';

const GOODS = [
  { value: 'all', label: 'All that you sell' },
  { value: 'chosen', label: 'Chosen items' },
] as const;
/** Products whose brands and names are known here. */
const MOST = 500;

/** Which goods a menu has: all, less some categories and brands, or some that are chosen. */
export function MenuGoodsFields() {
  const goods = useWatch<MenuValues, 'goods'>({ name: 'goods' });
  return (
    <>
      <SelectField name="goods" label="Goods" options={GOODS} />
      {goods === 'all' ? <LeftOut /> : <ChosenGoods />}
    </>
  );
}

/** A list of the form, and what changes it. */
function useList<Name extends 'categories' | 'brands' | 'variants'>(name: Name) {
  const { setValue, formState } = useFormContext<MenuValues>();
  const list = useWatch<MenuValues>({ name }) as MenuValues[Name];
  const set = (next: MenuValues[Name]) =>
    setValue(name, next as never, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  return [list, set] as const;
}

function LeftOut() {
  const { entity } = useViewer();
  const [near, setNear] = useState(false);
  const [categories, setCategories] = useList('categories');
  const [brands, setBrands] = useList('brands');
  const { data } = trpc.products.list.useQuery(
    { entity_id: entity.id, sort: 'brand', limit: MOST },
    { enabled: near, staleTime: 60_000 },
  );
  const known = [...new Set((data?.data ?? []).flatMap(({ brand }) => brand ?? []))];
  const leftOut = [
    ...categories.map((id) => ({ id, name: readable(id) })),
    ...brands.map((id) => ({ id, name: id })),
  ];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-3">
        <Select
          aria-label="Leave out a category"
          placeholder="Leave out a category…"
          className="w-52"
          options={CATEGORY_OPTIONS.filter(({ value }) => !categories.includes(value))}
          value={null}
          onValueChange={(category) => setCategories([...categories, category])}
        />
        <Select
          aria-label="Leave out a brand"
          placeholder="Leave out a brand…"
          className="w-52"
          onPointerEnter={() => setNear(true)}
          onFocus={() => setNear(true)}
          options={known
            .filter((brand) => !brands.includes(brand))
            .map((brand) => ({ value: brand, label: brand }))}
          value={null}
          onValueChange={(brand) => setBrands([...brands, brand])}
        />
      </div>
      <ChosenList
        label="Left out"
        items={leftOut}
        onRemove={(removed) => {
          setCategories(categories.filter((id) => id !== removed));
          setBrands(brands.filter((id) => id !== removed));
        }}
      />
    </div>
  );
}

function ChosenGoods() {
  const [variants, setVariants] = useList('variants');
  const { formState } = useFormContext<MenuValues>();
  const names = useNames(variants.some(({ name }) => name === ''));
  const add = (goods: readonly { variant_id: string; name: string }[]) => {
    const there = new Set(variants.map(({ id }) => id));
    const fresh = goods.filter(({ variant_id }) => !there.has(variant_id));
    setVariants(
      [...variants, ...fresh.map(({ variant_id: id, name }) => ({ id, name }))].slice(0, MOST_VARIANTS),
    );
  };
  const fault = formState.errors.variants?.message;
  return (
    <div className="flex flex-col gap-3">
      <GoodsField onPick={(goods) => add([goods])} onPickAll={add} />
      <AddGoods onAdd={add} />
      <FaultText message={fault} />
      {variants.length > 0 && (
        <p className="text-muted text-sm">{formatCount(variants.length, 'item')} chosen</p>
      )}
      <ChosenList
        label="Items of the menu"
        items={variants.map(({ id, name }) => ({ id, name: name || (names.get(id) ?? 'Item') }))}
        onRemove={(removed) => setVariants(variants.filter(({ id }) => id !== removed))}
      />
    </div>
  );
}

/** What goods are called that an earlier save chose. */
function useNames(enabled: boolean): ReadonlyMap<string, string> {
  const { entity } = useViewer();
  const own = trpc.products.list.useQuery({ entity_id: entity.id, limit: MOST }, { enabled });
  const listed = trpc.listings.list.useQuery({ limit: MOST }, { enabled });
  return new Map([
    ...(own.data?.data ?? []).flatMap(({ name, variants }) =>
      variants.map((one) => [one.id, `${name} ${one.name}`] as const),
    ),
    ...(listed.data?.data ?? []).map(
      ({ variant_id, product_name, variant_name }) =>
        [variant_id, `${product_name} ${variant_name}`] as const,
    ),
  ]);
}
