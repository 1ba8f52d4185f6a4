import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { SheetPage } from '@/components/orders/documents/sheet-page';
import { unlessAbsent } from '@/components/ui/pages/absent';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';
import type { DocumentKind } from '@/server/features/orders/documents/schema';

type Props = { params: Promise<{ id: string; document: string }> };

/** Asked for once, for the title and for the page. Null for an unknown document and another business's order. */
const findSheet = cache(async (id: string, document: string) => {
  const { caller } = await requireViewer(`/orders/${id}/${document}`);
  return unlessAbsent(caller.orders.document({ id, kind: document as DocumentKind }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, document } = await params;
  const sheet = await findSheet(id, document);
  return { title: sheet ? `${sheet.title} ${sheet.number}` : 'Not found' };
}

async function Page({ params }: Props) {
  const { id, document } = await params;
  await requireViewer(`/orders/${id}/${document}`);
  const sheet = await findSheet(id, document);
  if (!sheet) notFound();
  return <SheetPage orderId={id} sheet={sheet} />;
}

export default guarded(Page);
