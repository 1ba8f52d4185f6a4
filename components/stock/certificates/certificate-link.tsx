import { DownloadLink } from '@/components/ui/base/download-link';

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
      className="certificate-link"
      icon={null}
    >
      COA
    </DownloadLink>
  );
}
