import { LayoutGrid, Rows3 } from 'lucide-react';
import { keepChoice } from '@/components/ui/base/cookie';
import { IconButton } from '@/components/ui/base/icon-button';
import { type CatalogLook, LOOK_COOKIE } from './look';

const LOOKS = [
  { look: 'table', icon: Rows3, label: 'Show as a table' },
  { look: 'grid', icon: LayoutGrid, label: 'Show as a grid' },
] as const;

/** Table or grid, kept for this browser. */
export function LookSwitch({ look, onChange }: { look: CatalogLook; onChange: (look: CatalogLook) => void }) {
  return (
    <fieldset className="flex">
      <legend className="sr-only">Layout</legend>
      {LOOKS.map((one) => (
        <IconButton
          key={one.look}
          icon={one.icon}
          label={one.label}
          aria-pressed={look === one.look}
          className="aria-pressed:bg-selected"
          onClick={() => {
            keepChoice(LOOK_COOKIE, one.look);
            onChange(one.look);
          }}
        />
      ))}
    </fieldset>
  );
}
