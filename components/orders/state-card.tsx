'use client';
import { jobName, STATUS } from '@/components/stock/compliance/labels';
import { Badge } from '@/components/ui/base/badge';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { WarningNote } from '@/components/ui/base/warning-note';
import { trpc } from '@/components/ui/providers/trpc';
import type { Order } from './types';

/** What was reported of a shipment, and the number of its manifest; nothing where its seller reports none. */
export function StateCard({ order: { id, status } }: { order: Order }) {
  const jobs = trpc.compliance.jobs.useQuery({ order_id: id, limit: 5 });
  const told = jobs.data?.data ?? [];
  const isTold = told.length > 0;
  const transfers = trpc.compliance.transfers.useQuery({ order_id: id, limit: 5 }, { enabled: isTold });
  if (!isTold) return null;
  const numbers = (transfers.data?.data ?? []).flatMap(({ manifest_number }) => manifest_number ?? []);
  return (
    <Card title="Metrc">
      {numbers.length > 0 ? (
        <p>Manifest {numbers.join(', ')}</p>
      ) : (
        status === 'shipped' && (
          <WarningNote>
            No manifest yet. Make it of the template in Metrc, then its number appears here.
          </WarningNote>
        )
      )}
      <ul className="mt-2 grid gap-2">
        {told.map((job) => (
          <li key={job.id} className="flex flex-wrap items-center justify-between gap-2">
            <Link href={`/compliance?job=${job.id}`}>{jobName(job)}</Link>
            <Badge tone={STATUS[job.status].tone} icon={STATUS[job.status].icon ?? 'clock'}>
              {STATUS[job.status].label}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
