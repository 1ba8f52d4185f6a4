'use client';
import { useState } from 'react';
import { FilterSelect } from '@/components/ui/base/combobox';
import { trpc } from '@/components/ui/providers/trpc';

const MOST = 500;

/** The brands of a supplier, fetched when the pointer or the focus comes near. */
export function BrandFilter({
  supplierId,
  value,
  onValueChange,
}: {
  supplierId: string;
  value: string | null;
  onValueChange: (brand: string | null) => void;
}) {
  const [near, setNear] = useState(false);
  const { data } = trpc.market.brands.useQuery(
    { id: supplierId, limit: MOST },
    { enabled: near, staleTime: 60_000 },
  );
  const brands = new Set([...(value ? [value] : []), ...(data?.data ?? []).map(({ name }) => name)]);
  return (
    <span onPointerEnter={() => setNear(true)} onFocusCapture={() => setNear(true)}>
      <FilterSelect
        label="Brand"
        options={[...brands].map((brand) => ({ value: brand, label: brand }))}
        value={value ? [value] : []}
        onValueChange={([brand]) => onValueChange(brand ?? null)}
      />
    </span>
  );
}
