'use client';
import { lazy, type ReactNode, Suspense } from 'react';
import { Button } from '@/components/ui/base/button';
import { PageHeader } from '@/components/ui/base/page-header';
import { failureOf } from '@/components/ui/forms/failure';
import { useViewer } from '@/components/ui/providers/viewer';

const ObjectHistory = lazy(() =>
  import('@/components/business/audit/object-history').then((m) => ({ default: m.ObjectHistory })),
);

type Head = Parameters<typeof PageHeader>[0];

/**
 * The page of one object: title, status and acts, then its content beside an aside. On narrow windows and in print it is
 * one column.
 */
export function ResourcePage({
  query,
  alert,
  lead,
  aside,
  historyOf,
  children,
  ...head
}: Head & {
  /** Keeps the object fresh. When it fails, what the server rendered stays, and the page says so. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** What went wrong with the last act. */
  alert?: string | null;
  /** Above both columns. */
  lead?: ReactNode;
  aside?: ReactNode;
  /** The id of the object, for a page that ends with what was changed of it. */
  historyOf?: string;
  children?: ReactNode;
}) {
  const failure = query.error ? failureOf(query.error) : null;
  const problem =
    alert ??
    (query.error ? `Couldn't refresh: ${failure?.message ?? 'no response from the server.'}` : undefined);
  return (
    <>
      <PageHeader {...head} />
      <div role="alert">
        {problem !== undefined && (
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded-lg bg-tint-danger px-4 py-2 text-on-tint-danger">
            <span>
              {problem}
              {!alert && failure?.requestId && ` Request id ${failure.requestId}.`}
            </span>
            {!alert && (
              <Button size="sm" pending={query.isFetching} onClick={() => query.refetch()}>
                Retry
              </Button>
            )}
          </div>
        )}
      </div>
      <div className="flex flex-col gap-5">
        {lead}
        {aside ? (
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] print:block!">
            <div className="flex min-w-0 flex-col gap-5 print:block print:space-y-5">{children}</div>
            <div className="flex min-w-0 flex-col gap-5 print:mt-5 print:block print:space-y-5 print:*:break-inside-avoid">
              {aside}
            </div>
          </div>
        ) : (
          children
        )}
        {historyOf && <History id={historyOf} />}
      </div>
    </>
  );
}

function History({ id }: { id: string }) {
  const { can } = useViewer();
  return <Suspense>{can('read:audit') && <ObjectHistory id={id} />}</Suspense>;
}
