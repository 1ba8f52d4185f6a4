import { EXPORTS_INPUT, RULES_INPUT } from '@/components/money/books/inputs';
import { BooksPage } from '@/components/money/books/page';
import { guarded } from '@/components/ui/pages/guarded';
import { prefetching } from '@/components/ui/pages/prefetch';
import { requireViewer } from '@/components/ui/pages/runtime';
import { SELLERS } from '@/server/kernel/permissions';

export const metadata = { title: 'Books' };

async function Page() {
  const viewer = await requireViewer('/settings/books', {
    needs: ['export:books'],
    only: SELLERS,
    whole: true,
  });
  const { queries, give, HydrateClient } = prefetching(viewer);
  const [accounts, rules] = await Promise.all([
    viewer.caller.books.accounts({}),
    viewer.caller.taxRules.list(RULES_INPUT),
    queries.books.list.prefetch(EXPORTS_INPUT),
  ]);
  give('books.accounts', {}, accounts);
  return (
    <HydrateClient>
      <BooksPage first={accounts} rules={rules.data.map(({ id, name }) => ({ id, name }))} />
    </HydrateClient>
  );
}

export default guarded(Page, 'an admin or owner');
