'use client';
import { useState } from 'react';
import { InviteDialog } from '@/components/partners/customers/invite-dialog';
import { Dialog } from '@/components/ui/base/dialog';
import { DirectorySearch } from './directory-search';
import type { Partners } from './partners';
import { RequestDialog } from './request-dialog';
import type { DirectoryEntry } from './types';

/** Finds a business in the directory, then asks it for a connection. @param sought a name to begin with */
export function DirectoryDialog({
  partners,
  sought = '',
  onClose,
}: {
  partners: Partners;
  sought?: string;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<DirectoryEntry | null>(null);
  const [inviting, setInviting] = useState(false);
  if (chosen) return <RequestDialog target={chosen} partners={partners} onClose={onClose} />;
  if (inviting) return <InviteDialog as={partners.one} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Add ${partners.one}`}
      description={partners.benefit}
    >
      <DirectorySearch
        partners={partners}
        sought={sought}
        onWrite={setChosen}
        onInvite={() => setInviting(true)}
      />
    </Dialog>
  );
}
