import { ClipboardCheck, FileUp, History, RefreshCw } from 'lucide-react';
import Link from 'next/link';
import type { SearchParams } from 'nuqs/server';
import { requireViewer } from '@/app/runtime';
import { InventoryList } from '@/components/inventory/inventory-list';
import { inventoryList, listInput } from '@/components/inventory/list-definition';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';

export const metadata = { title: 'Inventory' };

export default async function InventoryPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = await inventoryList.load(searchParams);
  const { actor, caller } = await requireViewer(`/inventory${inventoryList.query(state)}`);
  const input = listInput(state);
  const at = Date.now();
  const [list, entity] = await Promise.all([caller.inventory.list(input), caller.entity.get({})]);
  return (
    <>
      <PageHeader
        title="Inventory"
        description="What you hold, by location and room."
        actions={
          <>
            {actor.permissions.includes('update:inventory') && (
              <>
                <Button asChild>
                  <Link href="/inventory/import">
                    <FileUp aria-hidden />
                    Import
                  </Link>
                </Button>
                <Button asChild>
                  <Link href="/inventory/count">
                    <ClipboardCheck aria-hidden />
                    Count
                  </Link>
                </Button>
              </>
            )}
            <Button asChild>
              <Link href="/inventory/snapshot">
                <History aria-hidden />
                Snapshot
              </Link>
            </Button>
            <Button asChild>
              <Link href="/inventory/syncs">
                <RefreshCw aria-hidden />
                Syncs
              </Link>
            </Button>
          </>
        }
      />
      <InventoryList
        seed={{ at, lists: [{ input, data: list }] }}
        locations={entity.locations.map(({ id, name }) => ({ id, name }))}
        threshold={entity.settings.low_stock_threshold}
      />
    </>
  );
}
