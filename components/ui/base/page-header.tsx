import type { ReactNode } from 'react';
import { Breadcrumbs } from './breadcrumbs';
import { HelpLink } from './help-link';
import { PageActions } from './page-actions';

/** The head of a page: its one H1 (which takes the focus after a route change), and the acts on the whole. */
export function PageHeader({
  title,
  badge,
  description,
  breadcrumbs,
  actions,
}: {
  title: ReactNode;
  badge?: ReactNode;
  description?: ReactNode;
  breadcrumbs?: readonly { label: string; href: string }[];
  actions?: ReactNode;
}) {
  return (
    <header className="mb-5">
      {breadcrumbs && <Breadcrumbs items={breadcrumbs} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 tabIndex={-1} className="min-w-0 text-balance font-semibold text-2xl outline-none">
              {title}
            </h1>
            <span className="flex items-center gap-x-3">
              {badge}
              <HelpLink />
            </span>
          </div>
          {description && <div className="mt-0.5 max-w-prose text-muted">{description}</div>}
        </div>
        {actions && <PageActions>{actions}</PageActions>}
      </div>
    </header>
  );
}
