'use client';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import type { Selection } from '@/components/ui/data-table/use-selection';
import { formatCount } from '@/components/ui/format';
import type { Customer } from './types';

const DeleteDialog = lazy(() => import('./delete-dialog').then((m) => ({ default: m.DeleteDialog })));

/** What can be done with the selected customers. */
export function CustomerBulk({
  selection,
  customers,
}: {
  selection: Selection;
  /** The selected ones, those of other pages included. */
  customers: readonly Customer[];
}) {
  const [deleting, setDeleting] = useState<readonly Customer[] | null>(null);
  const managed = customers.filter(({ status }) => status === 'unclaimed');
  return (
    <>
      <Button
        size="sm"
        className="text-destructive"
        disabled={managed.length === 0}
        title={managed.length === 0 ? "Customers on board can't be deleted." : undefined}
        onClick={() => setDeleting(managed)}
      >
        <Trash2 aria-hidden />
        Delete {formatCount(managed.length, 'customer')}
      </Button>
      <Suspense>
        {deleting && (
          <DeleteDialog customers={deleting} onDone={selection.clear} onClose={() => setDeleting(null)} />
        )}
      </Suspense>
    </>
  );
}
