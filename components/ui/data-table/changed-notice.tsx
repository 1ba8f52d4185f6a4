import { Button } from '@/components/ui/base/button';
import { formatCount } from '@/components/ui/format';

/** "3 new orders · Show", above rows that stay in place until it is pressed. */
export function ChangedNotice({
  count,
  noun,
  plural,
  changed,
  onShow,
}: {
  /** New rows; 0 when it is not known that the rows are new. */
  count: number;
  noun: string;
  plural: string;
  changed: boolean;
  onShow: () => void;
}) {
  return (
    <div role="status">
      {changed && (
        <p className="flex items-center justify-center gap-2 rounded-t-lg border-border border-b bg-tint-info px-4 py-1.5 text-on-tint-info text-sm">
          {count > 0 ? formatCount(count, `new ${noun}`, `new ${plural}`) : 'This list has changed'}
          <span aria-hidden>·</span>
          <Button variant="link" size="sm" className="text-on-tint-info underline" onClick={onShow}>
            Show
          </Button>
        </p>
      )}
    </div>
  );
}
