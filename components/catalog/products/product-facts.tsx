import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { DateTime } from '@/components/ui/date-time';
import { formatPercentage, UNKNOWN } from '@/components/ui/format';
import { readable, VISIBILITY } from './labels';
import { TestResults } from './test-results';
import type { Product } from './types';

/** What a product is, in one column beside its variants. */
export function ProductFacts({
  product,
  isOwn,
  sells,
  mayAddCertificate,
  timezone,
}: {
  product: Product;
  isOwn: boolean;
  /** Whether the reader's business sells to others. */
  sells: boolean;
  mayAddCertificate: boolean;
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
            ...(isOwn && sells ? [{ term: 'Visible to', value: VISIBILITY[product.visibility] }] : []),
            { term: 'Created', value: <DateTime value={product.created_at} timezone={timezone} /> },
          ]}
        />
      </Card>
      <TestResults product={product} mayAdd={mayAddCertificate} timezone={timezone} />
    </>
  );
}
