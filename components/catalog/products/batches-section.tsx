'use client';
import { Badge } from '@/components/ui/base/badge';
import { Link } from '@/components/ui/base/link';
import { Section } from '@/components/ui/base/section';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { formatAmount, formatDate, formatPercentage, UNKNOWN } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { BatchOnSale } from './types';

const column = columnsOf<BatchOnSale>();

const COLUMNS = column.columns([
  column.accessor('batch_id', {
    header: 'Batch',
    meta: { rowHeader: true },
    cell: ({ row: { original } }) => (
      <Link href={`/batches/${original.id}`} className="text-link hover:underline">
        {original.batch_id}
      </Link>
    ),
  }),
  column.accessor('units', {
    header: 'Available',
    meta: { align: 'right', card: 'badge' },
    cell: ({ row: { original } }) => formatAmount(original.units, original),
  }),
  column.accessor('packaged_on', {
    header: 'Packaged',
    cell: ({ row: { original } }) => formatDate(original.packaged_on),
  }),
  column.accessor('expires_on', {
    header: 'Expires',
    meta: { card: 'detail', named: true },
    cell: ({ row: { original } }) => formatDate(original.expires_on),
  }),
  column.accessor('certificate.thc_percentage', {
    id: 'thc',
    header: 'THC',
    meta: { align: 'right' },
    cell: ({ row: { original } }) => formatPercentage(original.certificate?.thc_percentage ?? null),
  }),
  column.accessor('certificate.cbd_percentage', {
    id: 'cbd',
    header: 'CBD',
    meta: { align: 'right' },
    cell: ({ row: { original } }) => formatPercentage(original.certificate?.cbd_percentage ?? null),
  }),
  column.accessor('certificate.date', {
    id: 'certificate',
    header: 'Certificate',
    meta: { card: 'detail', named: true, saysNone: true, className: 'md:leading-4' },
    cell: ({ row: { original } }) => <CertificateOf batch={original} />,
  }),
]);

function CertificateOf({ batch: { certificate, test_status } }: { batch: BatchOnSale }) {
  if (!certificate)
    return test_status === 'exempt' ? (
      UNKNOWN
    ) : (
      <Badge tone="warning" icon="triangle">
        Missing
      </Badge>
    );
  return (
    <>
      {formatDate(certificate.date)}
      <span className="row-note">{certificate.lab}</span>
    </>
  );
}

/** What of a product the reader's locations can sell, by batch; nothing where none of it is in a batch. */
export function BatchesSection({ productId }: { productId: string }) {
  const { entity } = useViewer();
  const { data } = trpc.market.onSale.useQuery({ id: entity.id, product_id: productId });
  if (!data || data.data.length === 0) return null;
  return (
    <Section title="Batches on sale">
      <DataTable
        caption="Batches on sale"
        columns={COLUMNS}
        rows={data.data}
        getRowId={({ id }) => id}
        rowLabel={({ batch_id }) => batch_id}
        shortcuts={false}
        empty={null}
      />
    </Section>
  );
}
