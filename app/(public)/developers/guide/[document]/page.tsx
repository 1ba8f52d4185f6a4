import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DOCUMENTS } from '@/components/home/guide/documents';
import { Markdown } from '@/components/home/guide/markdown';
import { readDocument } from '@/components/home/guide/read-document';
import { guarded } from '@/components/ui/pages/guarded';

type Props = { params: Promise<{ document: string }> };

const find = async (params: Props['params']) => {
  const { document } = await params;
  return DOCUMENTS.find(({ slug }) => slug === document);
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await find(params))?.title ?? 'Page not found' };
}

async function Page({ params }: Props) {
  const document = await find(params);
  if (!document) notFound();
  return (
    <Markdown
      text={await readDocument(document.slug)}
      parent={{ label: 'Developers', href: '/developers' }}
    />
  );
}

export default guarded(Page);
