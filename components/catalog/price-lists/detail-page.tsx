'use client';
import { ClipboardPaste, Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Badge } from '@/components/ui/base/badge';
import { Button } from '@/components/ui/base/button';
import { DownloadLink } from '@/components/ui/base/download-link';
import { MoreMenu } from '@/components/ui/base/more-menu';
import { SearchBox } from '@/components/ui/base/search-box';
import { LeaveGuard } from '@/components/ui/forms/leave-guard';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { EverywhereNote } from '@/components/ui/shell/everywhere-note';
import { ResourcePage } from '@/components/ui/shell/resource-page';
import { AddToGrid } from './add-row';
import { ListCustomers } from './customers-card';
import { PercentOff } from './percent-off';
import { changesOf } from './price-changes';
import { PriceGrid } from './price-grid';
import { type Pasted, shownRows } from './sheet';
import type { PriceList, PriceRule, SoldItem } from './types';
import { useCosts } from './use-costs';
import { usePriceSheet } from './use-price-sheet';

const PriceListDialog = lazy(() => import('./list-dialog').then((m) => ({ default: m.PriceListDialog })));
const PasteDialog = lazy(() => import('./paste-dialog').then((m) => ({ default: m.PasteDialog })));
const PasteReview = lazy(() => import('./paste-review').then((m) => ({ default: m.PasteReview })));
const DeletePriceList = lazy(() => import('./delete-dialog').then((m) => ({ default: m.DeletePriceList })));

const POLL_MS = 15_000;

/** A price list: its prices in a grid, and who has it. @param rules all of them, as the server read them */
export function PriceListPage({ first, rules }: { first: PriceList; rules: readonly PriceRule[] }) {
  const router = useRouter();
  const { can, rules: governs } = useViewer();
  const [dialog, setDialog] = useState<'edit' | 'paste' | 'delete' | null>(null);
  const [gone, setGone] = useState(false);
  const [compared, setCompared] = useState<{ pasted: Pasted; sold: readonly SoldItem[] } | null>(null);
  const [search, setSearch] = useState('');
  const query = trpc.priceLists.get.useQuery(
    { id: first.id },
    { refetchInterval: POLL_MS, enabled: !gone && dialog !== 'delete' },
  );
  const list = query.data ?? first;
  const update = trpc.priceLists.update.useMutation();
  const prices = usePriceSheet(list.id, rules);
  const items = trpc.priceLists.items.useMutation();
  const compare = async (pasted: Pasted) => {
    const skus = [...new Set(pasted.lines.map(({ sku }) => sku))];
    const { data } = skus.length > 0 ? await items.mutateAsync({ skus }) : { data: [] };
    setCompared({ pasted, sold: data });
    setDialog(null);
  };
  // With what was typed while the items were looked up.
  const found = useMemo(
    () => compared && changesOf(prices.base, prices.sheet, compared.pasted, compared.sold),
    [compared, prices.base, prices.sheet],
  );
  const editable = governs('update:prices');
  const costs = useCosts(
    prices.base.rows.map(({ sku }) => sku),
    editable,
  );
  const discount = list.discount_bps / 100;
  return (
    <>
      <ResourcePage
        query={query}
        historyOf={list.id}
        title={list.name}
        breadcrumbs={[{ label: 'Price lists', href: '/price-lists' }]}
        badge={<Badge>{list.active ? 'Active' : 'Off'}</Badge>}
        description={
          discount === 0
            ? 'Items without a price here are sold at their wholesale price.'
            : `Items without a price here are ${discount}% off their wholesale price.`
        }
        actions={
          editable ? (
            <>
              <Button variant="primary" onClick={() => setDialog('paste')}>
                <ClipboardPaste aria-hidden />
                Paste prices
              </Button>
              <Button onClick={() => setDialog('edit')}>
                <Pencil aria-hidden />
                Edit list
              </Button>
              <MoreMenu
                acts={[
                  {
                    ...{ label: 'Delete list', icon: Trash2, destructive: true },
                    act: () => setDialog('delete'),
                  },
                ]}
              />
            </>
          ) : (
            <EverywhereNote what="A price list applies" permission="update:prices" />
          )
        }
        aside={
          can('read:customers') && (
            <ListCustomers list={list} editable={can('update:customers') && editable} />
          )
        }
      >
        <section aria-label="Prices" className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <SearchBox value={search} onSearch={setSearch} label="Search items" placeholder="Name or SKU" />
            <DownloadLink
              className="inline-flex min-h-7 items-center gap-1.5 text-link hover:underline [&_svg]:size-4"
              href={`/api/v1/price-lists/${list.id}/rules?format=csv`}
              fileName={`${list.name}.csv`}
            >
              Download CSV
            </DownloadLink>
          </div>
          <PriceGrid
            sheet={prices.sheet}
            errors={prices.errors}
            search={search}
            readOnly={!editable}
            costs={costs}
            onChange={prices.change}
            onPaste={(pasted) => {
              compare(pasted).catch((error) => showError("Couldn't compare the prices", error));
            }}
          />
          {editable && (
            <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
              <AddToGrid sheet={prices.sheet} onChange={prices.change} />
              <PercentOff
                sheet={prices.sheet}
                shown={shownRows(prices.sheet, search).map(({ sku }) => sku)}
                onChange={prices.change}
              />
            </div>
          )}
          <LeaveGuard active={prices.dirty && !prices.pending} />
          {prices.dirty && (
            <section
              aria-label="Unsaved changes"
              className="fade-in-0 slide-in-from-bottom-2 sticky bottom-4 z-30 max-md:bottom-18 flex animate-in flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-border bg-raised py-2 pr-2 pl-4 shadow-lg duration-150 print:hidden"
            >
              <p className="font-medium">
                {prices.errors.size > 0 ? 'Not saved. Correct the marked prices.' : 'Unsaved changes'}
              </p>
              <div className="flex gap-2">
                <Button onClick={prices.discard} disabled={prices.pending}>
                  Discard
                </Button>
                <Button variant="primary" pending={prices.pending} onClick={() => void prices.save()}>
                  Save prices
                </Button>
              </div>
            </section>
          )}
        </section>
      </ResourcePage>
      <Suspense>
        {dialog === 'edit' && (
          <PriceListDialog
            list={list}
            onSave={async (values) => {
              await update.mutateAsync({ id: list.id, ...values });
              setDialog(null);
            }}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'paste' && (
          <PasteDialog sheet={prices.sheet} onPaste={compare} onClose={() => setDialog(null)} />
        )}
        {found && <PasteReview found={found} onApply={prices.save} onClose={() => setCompared(null)} />}
        {dialog === 'delete' && (
          <DeletePriceList
            list={list}
            onDone={() => {
              setGone(true);
              router.push('/price-lists');
            }}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </>
  );
}
