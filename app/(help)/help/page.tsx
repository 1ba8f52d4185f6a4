import { GuideIndex } from '@/components/home/guide/guide-index';
import { listGuide } from '../../../components/home/guide/guide';

export const metadata = { title: 'Help', description: 'How to do each job in Tallyleaf, step by step.' };
/** Each response has its own script nonce. */
export const dynamic = 'force-dynamic';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const { q } = await searchParams;
  return <GuideIndex pages={await listGuide()} search={typeof q === 'string' ? q.slice(0, 100) : ''} />;
}
