import type { Metadata } from 'next';
import { createLoader, parseAsStringLiteral, type SearchParams } from 'nuqs/server';
import { ReceivePage } from '@/components/stock/receiving/receive-page';
import { goodsOf } from '@/components/stock/receiving/variants';
import { parseAsId } from '@/components/ui/data-table/list-definition';
import { todayIn } from '@/components/ui/format';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { chosenPlaces } from '@/components/ui/pages/chosen-location';
import { guarded } from '@/components/ui/pages/guarded';
import { locationsOf, requireViewer } from '@/components/ui/pages/runtime';
import { SELLERS } from '@/server/kernel/permissions';

const load = createLoader({
  kind: parseAsStringLiteral(['purchase', 'found', 'harvest']),
  product: parseAsId,
  variant: parseAsId,
  location_id: parseAsId,
});

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { kind } = await load(searchParams);
  return { title: kind === 'harvest' ? 'Record harvest' : 'Receive goods' };
}

async function Page({ searchParams }: Props) {
  const { kind, product: productId, variant: variantId, location_id: wanted } = await load(searchParams);
  const viewer = await requireViewer('/inventory/receipts/new', {
    needs: ['update:inventory'],
    ...(kind === 'harvest' && { only: SELLERS }),
  });
  const { actor, caller } = viewer;
  const [all, product] = await Promise.all([
    locationsOf(viewer),
    productId ? unlessAbsent(caller.products.get({ id: productId })) : null,
  ]);
  const { places, placeId } = await chosenPlaces(actor, all, wanted);
  return (
    <ReceivePage
      key={`${kind} ${variantId}`}
      kind={kind ?? 'purchase'}
      places={places}
      placeId={placeId}
      first={(product && goodsOf(product).find(({ variant_id }) => variant_id === variantId)) ?? null}
      today={todayIn(actor.entity.timezone)}
    />
  );
}

export default guarded(Page, 'a manager, admin or owner');
