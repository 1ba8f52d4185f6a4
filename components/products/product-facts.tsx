import { FlaskConical } from 'lucide-react';
import { CertificateLink } from '@/components/certificates/certificate-link';
import { DateTime } from '@/components/date-time';
import { formatDate, formatPercentage, UNKNOWN } from '@/components/format';
import { trpc } from '@/components/providers/trpc';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { readable } from './labels';
import type { Product } from './types';

/** The latest certificate: buyers who hold none of a batch can't read its page. */
function LatestCertificate({ product }: { product: Product }) {
  const { data } = trpc.products.coa.get.useQuery({ id: product.id });
  if (!data) return UNKNOWN;
  return <CertificateLink certificate={data} of={{ product_id: product.id, name: product.name }} />;
}

/** What a product is, in one column beside its variants. */
export function ProductFacts({
  product,
  isOwn,
  timezone,
}: {
  product: Product;
  isOwn: boolean;
  timezone: string;
}) {
  return (
    <>
      <Card title="Details">
        {product.description && <p className="mb-4 whitespace-pre-line text-pretty">{product.description}</p>}
        <DefinitionList
          columns={2}
          items={[
            { term: 'Brand', value: product.brand ?? UNKNOWN },
            { term: 'Category', value: readable(product.category) },
            { term: 'Subcategory', value: product.subcategory ? readable(product.subcategory) : UNKNOWN },
            { term: 'THC', value: formatPercentage(product.thc_percentage) },
            { term: 'CBD', value: formatPercentage(product.cbd_percentage) },
            { term: 'Owner', value: isOwn ? 'My business' : product.entity.name },
            { term: 'Created', value: <DateTime value={product.created_at} timezone={timezone} /> },
          ]}
        />
      </Card>
      <Card title="Test results">
        {product.test_results ? (
          <DefinitionList
            items={[
              { term: 'Lab', value: product.test_results.lab },
              { term: 'Batch', value: product.test_results.batch_id },
              { term: 'Date', value: formatDate(product.test_results.date) },
              { term: 'Certificate', value: <LatestCertificate product={product} /> },
            ]}
          />
        ) : (
          <p className="flex items-center gap-2 text-muted">
            <FlaskConical aria-hidden className="size-4 shrink-0" />
            No certificate of analysis yet.
          </p>
        )}
      </Card>
    </>
  );
}
