import { LoadingRows } from '@/components/data-table/loading-rows';
import { PageHeader } from '@/components/ui/page-header';
import { Skeleton } from '@/components/ui/skeleton';

/** The list's shape, at once, while the rows are on their way. */
export default function Loading() {
  return (
    <>
      <PageHeader title="Inventory" description="What you hold, by location and room." />
      <Skeleton className="my-3 h-9 w-full sm:w-72" />
      <div className="rounded-lg border border-border bg-surface shadow-xs">
        <LoadingRows rows={12} density="regular" />
      </div>
    </>
  );
}
