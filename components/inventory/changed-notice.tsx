'use client';
import { formatCount } from '@/components/format';
import { Button } from '@/components/ui/button';

/** Says that a list has moved on behind the rows on the screen, and shows it when asked. */
export function ChangedNotice({
  moved,
  added,
  onShow,
}: {
  moved: boolean;
  added: number;
  onShow: () => void;
}) {
  return (
    <div role="status">
      {moved && (
        <p className="flex flex-wrap items-center justify-between gap-2 rounded-t-lg border-border border-b bg-tint-info px-4 py-1.5 text-on-tint-info text-sm">
          {added > 0 ? formatCount(added, 'new row') : 'The order of these rows has changed'}
          <Button size="sm" onClick={onShow}>
            Show
          </Button>
        </p>
      )}
    </div>
  );
}
