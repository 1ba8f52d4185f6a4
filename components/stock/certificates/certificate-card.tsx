'use client';
import { Eye, FilePlus2, FlaskConical, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DownloadLink } from '@/components/ui/base/download-link';
import { DateTime } from '@/components/ui/date-time';
import { formatDate } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { EverywhereNote } from '@/components/ui/shell/everywhere-note';
import type { ForBatch } from './add-dialog';
import { Comparison } from './comparison';
import type { Certificate, CertificateVersion } from './types';

const loadAdd = () => import('./add-dialog');
const AddCertificateDialog = lazy(() => loadAdd().then((m) => ({ default: m.AddCertificateDialog })));
const PreviewDialog = lazy(() => import('./preview-dialog').then((m) => ({ default: m.PreviewDialog })));
const WithdrawDialog = lazy(() => import('./withdraw-dialog').then((m) => ({ default: m.WithdrawDialog })));

/** What a list of certificates shows of one. */
type Listed = Pick<CertificateVersion, 'id' | 'product_id' | 'file_name' | 'lab' | 'date' | 'withdrawn'>;

/** The path of a stored PDF on this origin: `download_url` names the public one. */
const fileOf = ({ product_id, id }: Listed) => `/api/v1/products/${product_id}/coa/${id}/file`;

function Version({
  one,
  onPreview,
  onWithdraw,
}: {
  one: Listed;
  onPreview: (one: Listed) => void;
  /** Null for members who may not. */
  onWithdraw: ((one: Listed) => void) | null;
}) {
  return (
    <li className="flex items-center justify-between gap-2 border-border border-t py-2 first:border-t-0">
      <div className="min-w-0">
        <p className="truncate" title={one.file_name}>
          {one.file_name}
        </p>
        <p className="text-muted text-sm">
          {one.lab} · {formatDate(one.date)}
        </p>
        {one.withdrawn && (
          <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
            <Badge tone="danger" icon="slash">
              Withdrawn
            </Badge>
            <span className="min-w-0 break-words text-muted">{one.withdrawn.reason}</span>
          </div>
        )}
      </div>
      <div className="flex shrink-0 print:hidden">
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Preview ${one.file_name}`}
          onClick={() => onPreview(one)}
        >
          <Eye aria-hidden />
        </Button>
        {onWithdraw && !one.withdrawn && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Withdraw ${one.file_name}`}
            onClick={() => onWithdraw(one)}
          >
            <Undo2 aria-hidden />
          </Button>
        )}
      </div>
    </li>
  );
}

/** Certificates of a batch that were withdrawn, where none counts: the trace keeps them. */
function Withdrawn({
  batch,
  productId,
  onPreview,
}: {
  batch: ForBatch;
  productId: string;
  onPreview: (one: Listed) => void;
}) {
  const { data } = trpc.batches.trace.useQuery({ id: batch.id, limit: 500 });
  const certificates = data?.certificates ?? [];
  if (certificates.length === 0) return null;
  return (
    <ul className="w-full text-sm">
      {certificates.map((one) => (
        <Version
          key={one.id}
          one={{ ...one, product_id: productId }}
          onPreview={onPreview}
          onWithdraw={null}
        />
      ))}
    </ul>
  );
}

/** The certificate of a batch: the file, what was read from it next to what is stored, and earlier ones. */
export function CertificateCard({
  certificate,
  productId,
  batch,
  stored,
  mayAdd,
  today,
  timezone,
}: {
  certificate: Certificate | null;
  productId: string;
  batch: ForBatch;
  stored: Parameters<typeof Comparison>[0]['stored'];
  mayAdd: boolean;
  today: string;
  timezone: string;
}) {
  const { isLimited } = useViewer();
  const [adding, setAdding] = useState(false);
  const [previewed, setPreviewed] = useState<Listed | null>(null);
  const [withdrawing, setWithdrawing] = useState<Listed | null>(null);
  const onWithdraw = mayAdd && !isLimited ? setWithdrawing : null;
  const add = mayAdd && (
    <Button
      size="sm"
      variant={certificate ? 'secondary' : 'primary'}
      onPointerEnter={() => void loadAdd()}
      onClick={() => setAdding(true)}
    >
      <FilePlus2 aria-hidden />
      {certificate ? 'Add newer' : 'Add certificate'}
    </Button>
  );
  return (
    <Card title="Certificate" action={certificate && add}>
      {certificate ? (
        <div className="flex flex-col gap-4">
          <div>
            <p className="break-words font-medium">{certificate.file_name}</p>
            <p className="text-muted text-sm">
              {certificate.lab} · {formatDate(certificate.date)} · added{' '}
              <DateTime value={certificate.created_at} timezone={timezone} relative="inline" />
            </p>
            <div className="mt-2 flex flex-wrap gap-2 print:hidden">
              <Button size="sm" onClick={() => setPreviewed(certificate)}>
                <Eye aria-hidden />
                Preview
              </Button>
              <Button asChild size="sm">
                <DownloadLink href={fileOf(certificate)} fileName={certificate.file_name}>
                  Download
                </DownloadLink>
              </Button>
              {onWithdraw && (
                <Button size="sm" variant="ghost" onClick={() => onWithdraw(certificate)}>
                  <Undo2 aria-hidden />
                  Withdraw
                </Button>
              )}
            </div>
            {mayAdd && (
              <div className="mt-2">
                <EverywhereNote what="A certificate applies" permission="create:coa" />
              </div>
            )}
          </div>
          <Comparison certificate={certificate} stored={stored} />
          {certificate.history.length > 0 && (
            <details className="text-sm">
              <summary className="cursor-pointer font-medium">
                {certificate.history.length === 1
                  ? '1 other version'
                  : `${certificate.history.length} other versions`}
              </summary>
              <ul className="mt-1">
                {certificate.history.map((one) => (
                  <Version key={one.id} one={one} onPreview={setPreviewed} onWithdraw={onWithdraw} />
                ))}
              </ul>
            </details>
          )}
        </div>
      ) : (
        <div className="flex flex-col items-start gap-3">
          <p className="flex items-center gap-2 text-muted">
            <FlaskConical aria-hidden className="size-4 shrink-0" />
            No certificate applies.
          </p>
          {add}
          <Withdrawn batch={batch} productId={productId} onPreview={setPreviewed} />
        </div>
      )}
      <Suspense>
        {adding && (
          <AddCertificateDialog
            productId={productId}
            batch={batch}
            today={today}
            onClose={() => setAdding(false)}
          />
        )}
        {withdrawing && <WithdrawDialog certificate={withdrawing} onClose={() => setWithdrawing(null)} />}
        {previewed && (
          <PreviewDialog
            name={previewed.file_name}
            path={fileOf(previewed)}
            onClose={() => setPreviewed(null)}
          />
        )}
      </Suspense>
    </Card>
  );
}
