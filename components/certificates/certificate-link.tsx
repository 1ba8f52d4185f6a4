import { FileCheck } from 'lucide-react';
import { DownloadLink } from '@/components/ui/download-link';

/** Opens the PDF of a certificate of analysis. @param of what it certifies, for assistive technology */
export function CertificateLink({
  certificate,
  of,
}: {
  certificate: { id: string; batch_id: string };
  of: { product_id: string; name: string };
}) {
  return (
    <DownloadLink
      href={`/api/v1/products/${of.product_id}/coa/${certificate.id}/file`}
      title={`Certificate of analysis, batch ${certificate.batch_id}`}
      aria-label={`COA of ${of.name}, batch ${certificate.batch_id}`}
      className="inline-flex min-h-6 items-center gap-0.5 rounded-sm text-link hover:underline"
      icon={<FileCheck aria-hidden className="size-3.5" />}
    >
      COA
    </DownloadLink>
  );
}
