'use client';
import { Search } from 'lucide-react';
import { Kbd } from '@/components/ui/kbd';

/** The visible way into the palette; on a phone the icon alone. */
export function PaletteButton({ onOpen, onApproach }: { onOpen: () => void; onApproach: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      onPointerEnter={onApproach}
      onFocus={onApproach}
      aria-label="Search and commands"
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-9 items-center gap-2 rounded-lg text-muted transition-colors hover:text-text max-sm:w-9 max-sm:justify-center max-sm:hover:bg-hover sm:w-72 sm:border sm:border-border sm:bg-bg sm:px-3 sm:hover:border-control"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="flex-1 text-left max-sm:hidden">Search…</span>
      <Kbd className="bg-surface max-sm:hidden">Ctrl K</Kbd>
    </button>
  );
}
