'use client';
import { Dialog } from '@/components/ui/base/dialog';
import { Kbd } from '@/components/ui/base/kbd';
import { setShortcutPreference, useShortcutPreference } from '@/components/ui/base/shortcut-preference';
import { Switch } from '@/components/ui/base/switch';
import type { Creation } from './creations';

type Line = { keys: readonly string[]; what: string };

const EVERYWHERE: readonly Line[] = [
  { keys: ['Ctrl', 'K'], what: 'Search and commands (⌘ K on a Mac)' },
  { keys: ['/'], what: 'Search everything' },
  { keys: ['?'], what: 'Keyboard shortcuts' },
];

const LISTS: readonly Line[] = [
  { keys: ['F'], what: 'Search this list' },
  { keys: ['J'], what: 'Next row' },
  { keys: ['K'], what: 'Previous row' },
  { keys: ['X'], what: 'Select the row' },
  { keys: ['Enter'], what: 'Open the row' },
  { keys: ['Space'], what: 'Preview the row' },
  { keys: ['E'], what: 'Edit or adjust the row' },
  { keys: ['A'], what: 'Accept or advance the row' },
];

function Group({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <dl className="flex flex-col gap-2">
        {lines.map((line) => (
          <div key={line.what} className="flex items-center justify-between gap-4">
            <dt className="text-muted">{line.what}</dt>
            <dd className="flex shrink-0 gap-1">
              {line.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** All shortcuts, and the switch that turns the single-key ones off. */
export function ShortcutsDialog({
  open,
  onOpenChange,
  places,
  creations,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Pages with a letter. */
  places: readonly { label: string; letter?: string }[];
  creations: readonly Creation[];
}) {
  const on = useShortcutPreference();
  const pages = places.map(({ letter = '', label }) => ({ keys: ['G', letter.toUpperCase()], what: label }));
  const create = creations.flatMap(({ keys, label }) => (keys ? { keys: keys.split(' '), what: label } : []));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" size="lg">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <Group title="Everywhere" lines={EVERYWHERE} />
        <Group title="Go to" lines={pages} />
        <Group title="In lists" lines={LISTS} />
        {create.length > 0 && <Group title="Create" lines={create} />}
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control */}
        <label className="flex items-start justify-between gap-4 self-start rounded-lg border border-border p-3">
          <span>
            <span className="block font-medium">Single-key shortcuts</span>
            <span className="text-muted text-sm">Turn off if you use speech input.</span>
          </span>
          <Switch checked={on} onCheckedChange={setShortcutPreference} />
        </label>
      </div>
    </Dialog>
  );
}
