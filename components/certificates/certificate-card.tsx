'use client';
import { Eye, FilePlus2, FlaskConical } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { DateTime } from '@/components/date-time';
import { formatDate } from '@/components/format';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DownloadLink } from '@/components/ui/download-link';
import { Comparison } from './comparison';
import type { Certificate, CertificateVersion } from './types';

const loadAdd = () => import('./add-dialog');
const AddCertificateDialog = lazy(() => loadAdd().then((m) => ({ default: m.AddCertificateDialog })));
const PreviewDialog = lazy(() => import('./preview-dialog').then((m) => ({ default: m.PreviewDialog })));

/** The path of a stored PDF on this origin: `download_url` names the public one. */
const fileOf = ({ product_id, id }: CertificateVersion) => `/api/v1/products/${product_id}/coa/${id}/file`;

function Version({
  one,
  onPreview,
}: {
  one: CertificateVersion;
  onPreview: (one: CertificateVersion) => void;
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
      </div>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Preview ${one.file_name}`}
        onClick={() => onPreview(one)}
      >
        <Eye aria-hidden />
      </Button>
    </li>
  );
}

/** The certificate of a batch: the file, what was read from it next to what is stored, and earlier ones. */
export function CertificateCard({
  certificate,
  productId,
  batchId,
  stored,
  mayAdd,
  today,
  timezone,
}: {
  certificate: Certificate | null;
  productId: string;
  batchId: string;
  stored: Parameters<typeof Comparison>[0]['stored'];
  mayAdd: boolean;
  today: string;
  timezone: string;
}) {
  const [adding, setAdding] = useState(false);
  const [previewed, setPreviewed] = useState<CertificateVersion | null>(null);
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
            </div>
          </div>
          <Comparison certificate={certificate} stored={stored} />
          {certificate.history.length > 0 && (
            <details className="text-sm">
              <summary className="cursor-pointer font-medium">
                {certificate.history.length === 1
                  ? '1 earlier version'
                  : `${certificate.history.length} earlier versions`}
              </summary>
              <ul className="mt-1">
                {certificate.history.map((one) => (
                  <Version key={one.id} one={one} onPreview={setPreviewed} />
                ))}
              </ul>
            </details>
          )}
        </div>
      ) : (
        <div className="flex flex-col items-start gap-3">
          <p className="flex items-center gap-2 text-muted">
            <FlaskConical aria-hidden className="size-4 shrink-0" />
            No certificate yet.
          </p>
          {add}
        </div>
      )}
      <Suspense>
        {adding && (
          <AddCertificateDialog
            productId={productId}
            batchId={batchId}
            lab={certificate?.lab}
            today={today}
            onClose={() => setAdding(false)}
          />
        )}
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
