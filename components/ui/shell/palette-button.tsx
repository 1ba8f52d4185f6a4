'use client';
import { Search } from 'lucide-react';
import { Kbd } from '@/components/ui/base/kbd';

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
      className="flex h-9 items-center gap-2 rounded-lg text-muted transition-colors hover:text-text max-md:size-11 max-md:shrink-0 max-md:justify-center max-md:text-text max-md:hover:bg-hover md:w-72 md:min-w-0 md:border md:border-border md:bg-bg md:px-3 md:hover:border-control"
    >
      <Search aria-hidden className="size-4 shrink-0 max-md:size-5" />
      <span className="flex-1 text-left max-md:hidden">Search…</span>
      <Kbd className="bg-surface max-md:hidden">Ctrl K</Kbd>
    </button>
  );
}
