'use client';
import { Plus, Tags } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { EverywhereNote } from '@/components/ui/shell/everywhere-note';
import { COLUMNS } from './columns';
import { priceListsList } from './list';

const PriceListDialog = lazy(() => import('./list-dialog').then((m) => ({ default: m.PriceListDialog })));

/** The price lists of the business, with how many customers have each. */
export function PriceListsPage() {
  const router = useRouter();
  const { rules } = useViewer();
  const [adding, setAdding] = useState(false);
  const create = trpc.priceLists.create.useMutation();
  const list = useServerList(priceListsList, trpc.priceLists.list, { steady: false });
  const add = rules('update:prices') ? (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      Add price list
    </Button>
  ) : (
    <EverywhereNote what="A price list applies" permission="update:prices" />
  );
  return (
    <ListPage
      title="Price lists"
      actions={add}
      list={list}
      columns={COLUMNS}
      rowLabel={({ name }) => name}
      exportAs={{ path: '/api/v1/price-lists', fileName: 'price-lists.csv' }}
      empty={
        <EmptyState icon={Tags} title="No price lists yet" action={add}>
          Lists with your prices for chosen customers appear here. Everyone else pays wholesale prices.
        </EmptyState>
      }
    >
      <Suspense>
        {adding && (
          <PriceListDialog
            onSave={async (values) => {
              const { id } = await create.mutateAsync(values);
              router.push(`/price-lists/${id}`);
              return 'leaving';
            }}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </ListPage>
  );
}
