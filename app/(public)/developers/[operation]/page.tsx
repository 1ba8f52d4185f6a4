import type { Metadata } from 'next';
import { guarded } from '@/components/ui/pages/guarded';
import { operationPage, operationTitle } from '@/components/ui/reference/operation-of-page';

type Props = { params: Promise<{ operation: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: operationTitle((await params).operation) };
}

const Page = async ({ params }: Props) =>
  operationPage((await params).operation, { label: 'Developers', href: '/developers' });

export default guarded(Page);
