import { Button } from '@/components/ui/base/button';
import type { Reading } from './types';

export type SuggestedBatch = Reading['matches'][number];

/** Batches with the number that was read, to file the certificate for. */
export function SuggestedBatches({
  matches,
  chosen,
  onChoose,
}: {
  matches: readonly SuggestedBatch[];
  /** What the form says now. */
  chosen: { productId: string; batchId: string };
  onChoose: (batch: SuggestedBatch) => void;
}) {
  const others = matches.filter(
    ({ product_id, batch_id }) =>
      product_id !== chosen.productId || batch_id.toLowerCase() !== chosen.batchId.trim().toLowerCase(),
  );
  if (others.length === 0) return null;
  return (
    <section aria-label="Batches with this number" className="flex flex-col gap-2">
      <p className="text-muted text-sm">Batches with the number in the PDF:</p>
      <div className="flex flex-wrap gap-2">
        {others.map((one) => (
          <Button key={one.batch} size="sm" className="max-w-full" onClick={() => onChoose(one)}>
            <span className="truncate">
              {one.batch_id} · {one.product_name}
            </span>
          </Button>
        ))}
      </div>
    </section>
  );
}
