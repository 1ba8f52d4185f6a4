'use client';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { IconButton } from '@/components/ui/base/icon-button';
import { showDone } from '@/components/ui/base/toast';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { SaveViewDialog } from './save-view-dialog';
import type { SavedView } from './types';

/** Renames and deletes the views of a list. */
export function ManageViewsDialog({ views, onClose }: { views: readonly SavedView[]; onClose: () => void }) {
  const [renaming, setRenaming] = useState<SavedView | null>(null);
  const remove = trpc.views.delete.useMutation({
    onSuccess: () => showDone('View deleted'),
    onError: (error) => showError("Couldn't delete the view", error),
  });
  if (renaming) {
    return <SaveViewDialog list={renaming.list} view={renaming} onClose={() => setRenaming(null)} />;
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Manage views"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {views.length === 0 && <p className="text-muted">No views of this list.</p>}
      <ul aria-label="Views" className="flex flex-col divide-y divide-border">
        {views.map((view) => (
          <li key={view.id} className="flex items-center gap-1 py-1.5">
            <span className="min-w-0 flex-1 truncate">{view.name}</span>
            <IconButton
              icon={Pencil}
              size="sm"
              label={`Rename ${view.name}`}
              tooltip="Rename"
              onClick={() => setRenaming(view)}
            />
            <IconButton
              icon={Trash2}
              size="sm"
              label={`Delete ${view.name}`}
              tooltip="Delete"
              disabled={remove.isPending}
              onClick={() => remove.mutate({ id: view.id })}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
