'use client';
import { useViewer } from '@/components/ui/providers/viewer';
import type { Permission } from '@/server/kernel/permissions';

/** Says to members limited to locations why they can't change what their role otherwise may; nothing to others. */
export function EverywhereNote({ what, permission }: { what: string; permission: Permission }) {
  const { can, isLimited } = useViewer();
  if (!isLimited || !can(permission)) return null;
  return (
    <p className="text-muted text-sm">
      {what} in every location. Ask a member with access to all locations to change this.
    </p>
  );
}
