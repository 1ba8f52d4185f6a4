import { X } from 'lucide-react';
import { IconButton } from './icon-button';

/** What was chosen, each with what takes it away again. */
export function ChosenList({
  label,
  items,
  onRemove,
}: {
  /** Names the list for assistive technology. */
  label: string;
  items: readonly { id: string; name: string }[];
  onRemove: (id: string) => void;
}) {
  if (items.length === 0) return null;
  return (
    <ul aria-label={label} className="flex max-h-64 flex-wrap gap-2 overflow-y-auto">
      {items.map(({ id, name }) => (
        <li
          key={id}
          className="inline-flex max-w-full items-center gap-1 rounded-lg border border-border bg-surface pl-3"
        >
          <span className="wrap-anywhere py-1">{name}</span>
          <IconButton icon={X} size="sm" label={`Remove ${name}`} onClick={() => onRemove(id)} />
        </li>
      ))}
    </ul>
  );
}
