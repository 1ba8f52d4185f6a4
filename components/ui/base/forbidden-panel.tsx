import { LockKeyhole } from 'lucide-react';
import { Button } from './button';
import { Link } from './link';
import { Panel } from './panel';

/** What an address shows to a role that may not open it; it carries the page's H1. */
export function ForbiddenPanel({
  needs,
}: {
  /** Who may, for instance "an admin or owner". */
  needs?: string;
}) {
  return (
    <Panel
      heading="h1"
      icon={LockKeyhole}
      tone="warning"
      title="You don't have access"
      actions={
        <Button asChild>
          <Link href="/">Go to Home</Link>
        </Button>
      }
    >
      <p>
        403 · You don't have permission to open this page.
        {needs ? ` Ask ${needs} of your business for access.` : ''}
      </p>
    </Panel>
  );
}
