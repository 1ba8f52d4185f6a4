import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { formatNumber } from '@/components/ui/format';
import type { ImportRecord } from './types';

/** How far the check or the import is; nothing of it is lost when the page is left. */
export function ImportProgress({
  record: { status, processed, total },
  onStop,
  stopping,
}: {
  record: ImportRecord;
  onStop: () => void;
  stopping: boolean;
}) {
  const share = total > 0 ? Math.min(1, processed / total) : 0;
  const text =
    total > 0 ? `${formatNumber(Math.min(processed, total))} of ${formatNumber(total)} lines` : 'Starting';
  const title = status === 'checking' ? 'Checking the file' : 'Applying the changes';
  return (
    <Card
      title={title}
      description="You can leave this page. The import continues, and this page shows its progress."
      footer={
        status === 'applying' && (
          <Button pending={stopping} onClick={onStop}>
            Stop import
          </Button>
        )
      }
    >
      <div
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(processed, total)}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full bg-border"
      >
        <span
          className="block h-full rounded-full bg-primary transition-[width] duration-500"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="mt-2 text-muted text-sm tabular-nums">{text}</p>
    </Card>
  );
}
