'use client';
import { createContext, useContext } from 'react';
import type { EntityType, Permission, TeamRole } from '@/server/kernel/permissions';

export type ViewerInfo = {
  user: { name: string; email: string; role: TeamRole };
  entity: { id: string; name: string; type: EntityType; timezone: string };
  permissions: readonly Permission[];
  /** Limited to locations: money of the whole business is not theirs to see, and what applies in all locations not theirs to change. */
  isLimited: boolean;
  /** The active ones that the member may see. */
  locations: readonly { id: string; name: string }[];
  /** The server sends no mail. */
  isMailOff: boolean;
};

const ViewerContext = createContext<ViewerInfo | null>(null);
export const ViewerProvider = ViewerContext.Provider;

/**
 * Who is signed in, and for which business: what they may do, and whether they `rule` what applies in every location, which
 * members limited to some don't.
 */
export function useViewer(): ViewerInfo & Record<'can' | 'rules', (permission: Permission) => boolean> {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('useViewer is outside the dashboard');
  const can = (permission: Permission) => viewer.permissions.includes(permission);
  return { ...viewer, can, rules: (permission) => can(permission) && !viewer.isLimited };
}
