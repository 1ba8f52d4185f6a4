import { TestBadge } from '@/components/stock/batches/badges';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { Link } from '@/components/ui/base/link';
import { formatDate } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import type { Recall } from './types';

/** How to recognize the recalled goods. */
export function BatchFacts({ recall }: { recall: Recall }) {
  const { data: batch } = trpc.batches.get.useQuery({ id: recall.batch });
  return (
    <Card
      title="Batch"
      action={
        <Link
          href={`/batches/${recall.batch}`}
          aria-label={`View batch ${recall.batch_id}`}
          className="font-medium text-link underline-offset-4 hover:underline print:hidden"
        >
          View batch
        </Link>
      }
    >
      <DefinitionList
        columns={2}
        items={[
          { term: 'Product', value: recall.product_name },
          { term: 'Batch number', value: recall.batch_id },
          { term: 'Packaged', value: formatDate(batch?.packaged_on) },
          { term: 'Expires', value: formatDate(batch?.expires_on) },
          { term: 'Test result', value: batch && <TestBadge status={batch.test_status} /> },
          { term: 'Certificate', value: batch && (batch.has_coa ? 'On file' : 'Missing') },
        ]}
      />
    </Card>
  );
}
