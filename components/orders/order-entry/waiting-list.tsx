import { X } from 'lucide-react';
import { Button } from '@/components/ui/base/button';
import { IconButton } from '@/components/ui/base/icon-button';
import type { Waiting } from './use-waiting';

/** What is still looked for, and what wasn't found, with the way back into the field. */
export function WaitingList({
  waiting,
  onEdit,
  onRemove,
}: {
  waiting: readonly Waiting[];
  onEdit: (text: string) => void;
  onRemove: (id: number) => void;
}) {
  if (waiting.length === 0) return null;
  return (
    <ul aria-label="Not added yet" className="flex flex-col gap-1 text-sm">
      {waiting.map(({ id, text, problem }) =>
        problem === null ? (
          <li key={id} className="text-muted">
            Looking for “{text}”…
          </li>
        ) : (
          <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span role="alert" className="wrap-anywhere min-w-0 text-destructive">
              {problem}
            </span>
            <Button
              size="sm"
              aria-label={`Edit “${text}”`}
              onClick={() => {
                onRemove(id);
                onEdit(text);
              }}
            >
              Edit
            </Button>
            <IconButton icon={X} size="sm" label={`Remove “${text}”`} onClick={() => onRemove(id)} />
          </li>
        ),
      )}
    </ul>
  );
}
