'use client';
import { ClipboardCheck, FileUp, History, type LucideIcon, RefreshCw } from 'lucide-react';
import { useViewer } from '@/components/providers/viewer';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';

function LinkButton({ href, icon: Icon, label }: { href: string; icon: LucideIcon; label: string }) {
  return (
    <Button asChild>
      <Link href={href}>
        <Icon aria-hidden />
        {label}
      </Link>
    </Button>
  );
}

/** The head of the list of stock, with the ways to what concerns all of it. */
export function InventoryHeader() {
  const { can } = useViewer();
  return (
    <PageHeader
      title="Inventory"
      description="What you hold, by location and room."
      actions={
        <>
          {can('update:inventory') && (
            <>
              <LinkButton href="/inventory/import" icon={FileUp} label="Import" />
              <LinkButton href="/inventory/count" icon={ClipboardCheck} label="Count" />
            </>
          )}
          <LinkButton href="/inventory/snapshot" icon={History} label="Snapshot" />
          <LinkButton href="/inventory/syncs" icon={RefreshCw} label="Syncs" />
        </>
      }
    />
  );
}
