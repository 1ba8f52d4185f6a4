import { guarded } from '@/app/guarded';
import { prefetching } from '@/app/prefetch';
import { requireViewer } from '@/app/runtime';
import { EXPORTS_INPUT, RULES_INPUT } from '@/components/books/inputs';
import { BooksPage } from '@/components/books/page';
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
