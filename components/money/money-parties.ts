import type { MoneyParties, MoneySide } from '@/components/money/sides';
import { BUYERS, SELLERS } from '@/server/kernel/permissions';
import type { Viewer } from '@/server/transport/runtime';

/** More partners than a filter needs to offer. */
const MOST = 500;

/** Whom a business buys from and sells to, by name, for the filters of its money. */
export async function moneyParties({ actor, caller }: Viewer): Promise<MoneyParties> {
  const of = async (side: MoneySide): Promise<MoneyParties[MoneySide]> => {
    if (!(side === 'buying' ? BUYERS : SELLERS).includes(actor.entity.type)) return [];
    const { data } = await caller.entity.connections.list({ side, status: 'accepted', limit: MOST });
    return data
      .map(({ entity: { id, name } }) => ({ id, name }))
      .sort((a, b) => a.name.localeCompare(b.name));
  };
  const [buying, selling] = await Promise.all([of('buying'), of('selling')]);
  return { buying, selling };
}
