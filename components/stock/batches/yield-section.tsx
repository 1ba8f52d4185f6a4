import { StatCard } from '@/components/ui/base/stat-card';
import { formatAmount, formatPercentage } from '@/components/ui/format';
import type { BatchDetail } from './types';

type Yield = NonNullable<BatchDetail['yield']>;

/** What became of a harvest: packaged, still in bulk, and lost while packaging. Nothing for a batch that the business didn't harvest. */
export function YieldSection({ sum }: { sum: BatchDetail['yield'] }) {
  if (!sum) return null;
  const weight = (amount: number) => formatAmount(Number(amount.toFixed(4)), { unit: sum.unit, step: 1 });
  return (
    <section aria-label="Harvest" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard label="Harvested" value={weight(sum.harvested)} note={elsewhere(sum, weight)} />
      <StatCard label="Packaged" value={weight(sum.packaged)} note={yieldNote(sum)} />
      <StatCard label="In bulk" value={weight(sum.on_hand)} note="Still to package or sell" />
      {sum.lost < 0 ? (
        <StatCard label="Over" value={weight(-sum.lost)} note="Packages weigh more than the flower used" />
      ) : (
        <StatCard label="Lost" value={weight(sum.lost)} note="Trim, moisture and waste while packaging" />
      )}
    </section>
  );
}

/** The share of the flower used that is in packages. */
function yieldNote({ packaged, lost }: Yield): string {
  const used = packaged + lost;
  if (used <= 0) return 'Nothing packaged yet';
  return `${formatPercentage(Number(((packaged / used) * 100).toFixed(1)))} of the flower used`;
}

/** Bulk that left by other ways: sold, moved or counted away. */
function elsewhere(
  { harvested, packaged, on_hand, lost }: Yield,
  weight: (amount: number) => string,
): string {
  const gone = Number((harvested - packaged - on_hand - lost).toFixed(4));
  if (gone > 0) return `${weight(gone)} sold or taken out in bulk`;
  return gone < 0 ? `${weight(-gone)} added since` : 'As recorded at harvest';
}
