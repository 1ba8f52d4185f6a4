import { formatCount } from '@/components/format';
import { Button } from '@/components/ui/button';

/** "3 new orders · Show", above rows that stay where they are until it is pressed. */
export function NewRowsNotice({
  count,
  changed,
  onShow,
}: {
  count: number;
  changed: boolean;
  onShow: () => void;
}) {
  return (
    <div role="status">
      {changed && (
        <p className="flex items-center justify-center gap-2 border-border border-b bg-tint-info px-4 py-1.5 text-on-tint-info text-sm">
          {count > 0 ? formatCount(count, 'new order') : 'This list has changed'}
          <span aria-hidden>·</span>
          <Button variant="link" size="sm" className="text-on-tint-info underline" onClick={onShow}>
            Show
          </Button>
        </p>
      )}
    </div>
  );
}
