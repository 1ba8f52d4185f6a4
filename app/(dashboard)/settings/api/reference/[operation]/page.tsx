import type { Metadata } from 'next';
import { guarded } from '@/app/guarded';
import { operationPage, operationTitle } from '@/app/operation';
import { requireViewer } from '@/app/runtime';

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
