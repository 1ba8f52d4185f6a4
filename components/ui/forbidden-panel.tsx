import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { Panel } from './panel';

/** What an address shows to a role that may not open it; it carries the page's H1. */
export function ForbiddenPanel({
  needs,
  action,
}: {
  /** Who may, for instance "an admin or owner". */
  needs?: string;
  action?: ReactNode;
}) {
  return (
    <Panel heading="h1" icon={LockKeyhole} tone="warning" title="You don't have access" actions={action}>
      <p>
        403 · Your role can't open this page.
        {needs ? ` Ask ${needs} of your business for access.` : ''}
      </p>
    </Panel>
  );
}
