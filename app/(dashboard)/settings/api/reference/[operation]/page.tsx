import type { Metadata } from 'next';
import { guarded } from '@/components/ui/pages/guarded';
import { requireViewer } from '@/components/ui/pages/runtime';
import { operationPage, operationTitle } from '@/components/ui/reference/operation-of-page';

type Props = { params: Promise<{ operation: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: operationTitle((await params).operation) };
}

async function Page({ params }: Props) {
  const { operation } = await params;
  await requireViewer(`/settings/api/reference/${operation}`, { needs: ['read:usage'] });
  return operationPage(operation, { label: 'API reference', href: '/settings/api/reference' });
}

export default guarded(Page, 'an admin or owner');
