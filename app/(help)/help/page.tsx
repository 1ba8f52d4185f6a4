import { PageHeader } from '@/components/ui/base/page-header';
import { listGuide } from '../../../components/home/guide/guide';

export const metadata = { title: 'Help', description: 'How to do each job in Tallyleaf, step by step.' };
/** Each response has its own script nonce. */
export const dynamic = 'force-dynamic';

export default async function Page() {
  const pages = await listGuide();
  return (
    <>
      <PageHeader title="Help" description="A page per job, step by step." />
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {pages.map(({ href, title }) => (
          <li key={href}>
            <a
              href={href}
              className="block h-full rounded-lg border border-border bg-surface p-4 font-semibold text-link shadow-xs hover:border-control"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
