import { CircleCheck, Inbox, type LucideIcon, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { Panel } from './panel';

/** Nothing is here yet: what would be here, and the act that begins it. */
export function EmptyState({
  icon = Inbox,
  title,
  action,
  children,
}: {
  icon?: LucideIcon;
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Panel icon={icon} title={title} actions={action}>
      {children}
    </Panel>
  );
}

/** The same in one line, where several lists of a page may be empty. */
export function EmptyLine({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="px-4 py-3 text-muted">
      {children}
    </p>
  );
}

/** There are rows, but none fits the filters. */
export function NoResults({ onClear }: { onClear?: () => void }) {
  return (
    <Panel
      role="status"
      icon={SearchX}
      title="No results"
      actions={onClear && <Button onClick={onClear}>Clear filters</Button>}
    >
      No items match your search and filters.
    </Panel>
  );
}

/** A tab of a list that has no rows. @param plural "orders" */
export function EmptyTab({ plural, onShowAll }: { plural: string; onShowAll: () => void }) {
  return (
    <Panel
      role="status"
      icon={Inbox}
      title={`No ${plural} here`}
      actions={<Button onClick={onShowAll}>Show all {plural}</Button>}
    />
  );
}

/** A queue that has been worked off. */
export function CaughtUp({ children }: { children?: ReactNode }) {
  return (
    <Panel role="status" icon={CircleCheck} title="All caught up">
      {children}
    </Panel>
  );
}
