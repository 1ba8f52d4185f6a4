import type { Metadata } from 'next';
import { guarded } from '@/app/guarded';
import { operationPage, operationTitle } from '@/app/operation';

type Props = { params: Promise<{ operation: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: operationTitle((await params).operation) };
}

const Page = async ({ params }: Props) =>
  operationPage((await params).operation, { label: 'Developers', href: '/developers' });

export default guarded(Page);
