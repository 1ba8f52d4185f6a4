import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Markdown } from '@/components/home/guide/markdown';
import { GUIDE } from '@/components/home/guide/pages';
import { guarded } from '@/components/ui/pages/guarded';
import { readGuide } from '../../../../components/home/guide/guide';

type Props = { params: Promise<{ page: string }> };

const find = async (params: Props['params']) => {
  const { page } = await params;
  return GUIDE.find((slug) => slug === page);
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = await find(params);
  return { title: page ? `${(await readGuide(page)).title} · Help` : 'Page not found' };
}

async function Page({ params }: Props) {
  const page = await find(params);
  if (!page) notFound();
  const { text } = await readGuide(page);
  return <Markdown text={text} folder="guide/" parent={{ label: 'Help', href: '/help' }} />;
}

export default guarded(Page);
