import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import type { Recall } from './types';

/** Batches with the same letters and digits in their numbers, which may be the recalled one. */
export function LooseCard({ recall }: { recall: Recall }) {
  if (recall.loose_matches.length === 0) return null;
  return (
    <Card title="Similar batch numbers">
      <p className="mb-3 text-muted text-sm">
        Not covered by the recall. Check whether they are the same batch.
      </p>
      <ul className="flex flex-col gap-1">
        {recall.loose_matches.map(({ batch, batch_id }) => (
          <li key={`${batch} ${batch_id}`}>
            {batch ? (
              <Link href={`/batches/${batch}`} className="font-medium text-link hover:underline">
                {batch_id}
              </Link>
            ) : (
              <span className="font-medium">{batch_id}</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
