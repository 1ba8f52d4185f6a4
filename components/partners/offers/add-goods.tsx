'use client';
import { useState } from 'react';
import { CATEGORY_OPTIONS, isCategory } from '@/components/catalog/products/labels';
import { Select } from '@/components/ui/base/select';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Goods } from './offer-values';
import { useAllGoods } from './use-goods';

const MOST = 500;

/** Adds all that a category or a brand has, in one act. */
export function AddGoods({ onAdd }: { onAdd: (goods: readonly Goods[]) => void }) {
  const { entity } = useViewer();
  const find = useAllGoods();
  const [near, setNear] = useState(false);
  // A new pair for each choice, empty again.
  const [added, setAdded] = useState(0);
  const { data } = trpc.products.list.useQuery(
    { entity_id: entity.id, sort: 'brand', limit: MOST },
    { enabled: near, staleTime: 60_000 },
  );
  const brands = [...new Set((data?.data ?? []).flatMap(({ brand }) => brand ?? []))];
  const add = async (of: Parameters<typeof find>[0]) => {
    try {
      onAdd(await find(of));
    } catch (error) {
      showError("Couldn't add the items", error);
    }
    setAdded((count) => count + 1);
  };
  return (
    <div key={added} className="flex flex-wrap gap-3">
      <Select
        aria-label="Add a category"
        placeholder="Add a category…"
        className="w-48"
        options={CATEGORY_OPTIONS}
        value={null}
        onValueChange={(category) => {
          if (isCategory(category)) void add({ category });
        }}
      />
      <Select
        aria-label="Add a brand"
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
        placeholder="Add a brand…"
        className="w-48"
        options={brands.map((brand) => ({ value: brand, label: brand }))}
        value={null}
        onValueChange={(brand) => void add({ brand })}
      />
    </div>
  );
}
