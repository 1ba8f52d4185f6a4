import { FilePlus2, FlaskConical } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { CertificateLink } from '@/components/stock/certificates/certificate-link';
import { CertificateZone } from '@/components/stock/certificates/drop-zone';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { formatDate, todayIn, UNKNOWN } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import type { Product } from './types';

const loadAdd = () => import('@/components/stock/certificates/add-dialog');
const AddCertificateDialog = lazy(() => loadAdd().then((m) => ({ default: m.AddCertificateDialog })));

/** The latest certificate: buyers who hold none of a batch can't read its page. */
function LatestCertificate({ product }: { product: Product }) {
  const { data } = trpc.products.coa.get.useQuery({ id: product.id });
  if (!data) return UNKNOWN;
  return <CertificateLink certificate={data} of={{ product_id: product.id, name: product.name }} />;
}

/** What the latest certificate of a product says, and where its first one is dropped. */
export function TestResults({
  product,
  mayAdd,
  timezone,
}: {
  product: Product;
  mayAdd: boolean;
  timezone: string;
}) {
  const [adding, setAdding] = useState<{ file: File | null } | null>(null);
  const results = product.test_results;
  return (
    <Card
      title="Test results"
      action={
        results &&
        mayAdd && (
          <Button
            size="sm"
            className="print:hidden"
            onPointerEnter={() => void loadAdd()}
            onClick={() => setAdding({ file: null })}
          >
            <FilePlus2 aria-hidden />
            Add certificate
          </Button>
        )
      }
    >
      {results ? (
        <DefinitionList
          items={[
            { term: 'Lab', value: results.lab },
            { term: 'Batch', value: results.batch_id },
            { term: 'Date', value: formatDate(results.date) },
            { term: 'Certificate', value: <LatestCertificate product={product} /> },
          ]}
        />
      ) : (
        <div className="flex flex-col gap-3">
          <p className="flex items-center gap-2 text-muted">
            <FlaskConical aria-hidden className="size-4 shrink-0" />
            No certificate of analysis yet.
          </p>
          {mayAdd && (
            <div className="print:hidden" onPointerEnter={() => void loadAdd()}>
              <CertificateZone file={null} onFile={(file) => setAdding({ file })} />
            </div>
          )}
        </div>
      )}
      <Suspense>
        {adding && (
          <AddCertificateDialog
            productId={product.id}
            chosen={adding.file}
            today={todayIn(timezone)}
            onClose={() => setAdding(null)}
          />
        )}
      </Suspense>
    </Card>
  );
}
