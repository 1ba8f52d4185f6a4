'use client';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from '@/components/ui/base/link';
import { Section } from '@/components/ui/base/section';
import { DataTable } from '@/components/ui/data-table/data-table';
import { formatCount } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';
import { sellerColumns } from './columns';
import type { ClaimRow, Decision } from './types';

const DecisionDialog = lazy(() => import('./decision-dialog').then((m) => ({ default: m.DecisionDialog })));

/** The newest claims to customers of this business that await its response, with the response in place. */
export function WaitingClaims({ claims, total }: { claims: readonly ClaimRow[]; total: number }) {
  const mayDecide = useViewer().rules('update:customers');
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const columns = useMemo(() => sellerColumns(mayDecide ? setDeciding : null), [mayDecide]);
  return (
    <Section
      title="Claims"
      className="mt-5 mb-6"
      actions={
        total > claims.length && (
          <Link href="/claims" className="font-medium text-link underline-offset-4 hover:underline">
            View {formatCount(total, 'claim')}
          </Link>
        )
      }
    >
      <DataTable
        caption="Claims"
        columns={columns}
        rows={claims}
        getRowId={({ id }) => id}
        rowLabel={({ name }) => name}
        pagination={null}
        shortcuts={false}
        empty={null}
      />
      <Suspense>
        {deciding && <DecisionDialog decision={deciding} onClose={() => setDeciding(null)} />}
      </Suspense>
    </Section>
  );
}
