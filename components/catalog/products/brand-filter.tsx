'use client';
import { useState } from 'react';
import { FilterSelect } from '@/components/ui/base/combobox';
import { trpc } from '@/components/ui/providers/trpc';
import type { ListInput } from './types';

const MOST = 500;

/** The brands of the products that the other filters leave, asked for when the pointer or the focus comes near. */
export function BrandFilter({
  value,
  request,
  onValueChange,
}: {
  value: string | null;
  request: ListInput;
  onValueChange: (brand: string | null) => void;
}) {
  const [near, setNear] = useState(false);
  const { brand: _, ...others } = request;
  const { data } = trpc.products.list.useQuery(
    { ...others, sort: 'brand', page: 1, limit: MOST },
    { enabled: near, staleTime: 60_000 },
  );
  const found = (data?.data ?? []).map((product) => product.brand).filter((brand) => brand !== null);
  const brands = [...new Set([...(value ? [value] : []), ...found])].sort((a, b) => a.localeCompare(b));
  return (
    <span onPointerEnter={() => setNear(true)} onFocusCapture={() => setNear(true)}>
      <FilterSelect
        label="Brand"
        options={brands.map((brand) => ({ value: brand, label: brand }))}
        value={value ? [value] : []}
        onValueChange={([brand]) => onValueChange(brand ?? null)}
      />
    </span>
  );
}
