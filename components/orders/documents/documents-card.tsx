import { FileText } from 'lucide-react';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';

const DOCUMENTS = [
  { kind: 'packing-slip', label: 'Packing slip' },
  { kind: 'invoice', label: 'Invoice' },
  { kind: 'manifest', label: 'Shipping manifest' },
];

/** The papers of an order. */
export function DocumentsCard({ orderId }: { orderId: string }) {
  return (
    <Card title="Documents">
      <ul className="flex flex-col gap-2">
        {DOCUMENTS.map(({ kind, label }) => (
          <li key={kind}>
            <Link
              href={`/orders/${orderId}/${kind}`}
              className="inline-flex items-center gap-2 text-link hover:underline"
            >
              <FileText aria-hidden className="size-4" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
