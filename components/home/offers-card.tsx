import { NoneMineButton } from '@/components/partners/claims/none-mine-button';
import { SellerBadge } from '@/components/partners/claims/seller-badge';
import { offerOf } from '@/components/partners/claims/types';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { formatCount, formatMoney } from '@/components/ui/format';
import { type Looking, SHOWN_TASKS } from './work';

const SHOWN = { role: 'claimant', status: 'offered', limit: SHOWN_TASKS } as const;

/** What sellers have of a business that joined, those with a verified license first; for its owner alone (decision 901). */
export async function OffersCard({ looking: { actor, caller } }: { looking: Looking }) {
  if (actor.role !== 'owner') return null;
  // What can't be read must not hide the work.
  const offered = await caller.claims.list(SHOWN).catch(() => null);
  const offers = offered?.data.flatMap((claim) => offerOf(claim) ?? []) ?? [];
  if (offers.length === 0) return null;
  const total = offered?.pagination.total ?? offers.length;
  return (
    <Card
      title={`${formatCount(total, 'seller')} ${total === 1 ? 'has' : 'have'} records of your business`}
      description="Look at what comes along, then take it or not. Sellers don't learn what you see or reject."
      footer={
        <div className="flex flex-wrap items-center justify-between gap-2">
          <NoneMineButton />
          {total > offers.length && (
            <Link href="/claims" className="font-medium text-link underline-offset-4 hover:underline">
              View all {total}
            </Link>
          )}
        </div>
      }
    >
      <ul className="-my-3 divide-y divide-border">
        {offers.map((offer) => (
          <li key={offer.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
            <span className="min-w-0 flex-1 basis-48">
              <span className="flex flex-wrap items-center gap-2">
                <Link
                  href={`/claims/${offer.id}`}
                  className="rounded-sm font-medium underline-offset-4 hover:text-link hover:underline"
                >
                  {offer.seller.name}
                </Link>
                <SellerBadge verified={offer.license_verified} />
              </span>
              <span className="block text-muted text-sm">
                {formatCount(offer.orders, 'order')} · {formatMoney(offer.owed)} owed
              </span>
            </span>
            <Button asChild size="sm">
              <Link href={`/claims/${offer.id}`}>
                Review<span className="sr-only"> what {offer.seller.name} has</span>
              </Link>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
