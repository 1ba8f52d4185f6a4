'use client';
import { Equal, type LucideIcon, Minus, Plus } from 'lucide-react';
import { cn } from '@/components/ui/base/class-names';

const SIGNS: readonly { sign: string; label: string; icon: LucideIcon }[] = [
  { sign: '-', label: 'Remove', icon: Minus },
  { sign: '+', label: 'Add', icon: Plus },
  { sign: '=', label: 'Set to', icon: Equal },
];

/** Puts −, + or = before the number: a phone's number pad has none of them. */
export function SignButtons({ text, onText }: { text: string; onText: (text: string) => void }) {
  const typed = text.trim().replace(/^[−–]/, '-');
  const number = typed.replace(/^[-+=]/, '');
  return (
    <fieldset className="flex shrink-0 overflow-hidden rounded-lg border border-control">
      <legend className="sr-only">Kind of change</legend>
      {SIGNS.map(({ sign, label, icon: Icon }) => (
        <button
          key={sign}
          type="button"
          // Typing the sign is the keyboard's way; three more stops before the reason would only cost.
          tabIndex={-1}
          aria-label={label}
          title={label}
          aria-pressed={typed.startsWith(sign)}
          onClick={() => onText(`${sign}${number}`)}
          className={cn(
            'grid w-8 place-items-center max-md:min-h-11 max-md:w-11 border-border border-l text-muted first:border-l-0 hover:bg-hover hover:text-text',
            typed.startsWith(sign) && 'bg-selected text-link',
          )}
        >
          <Icon aria-hidden className="size-3.5" />
        </button>
      ))}
    </fieldset>
  );
}
