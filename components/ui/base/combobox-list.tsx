'use client';
import { Command } from 'cmdk';
import { type ReactNode, useRef, useState } from 'react';
import { cn } from './class-names';
import { useActiveOption } from './use-active-option';

export type ComboboxOption = { value: string; label: string; detail?: string };

/** The searchable list inside Combobox and FilterSelect; a search field only when the list is long. */
export function ComboboxList({
  label,
  options,
  selected,
  onPick,
  check,
  searchPlaceholder = 'Search…',
}: {
  label: string;
  options: readonly ComboboxOption[];
  selected: readonly string[];
  onPick: (value: string) => void;
  check: ReactNode;
  searchPlaceholder?: string;
}) {
  const long = options.length > 7;
  const root = useRef<HTMLDivElement>(null);
  const [marked, setMarked] = useState('');
  useActiveOption(root, setMarked);
  return (
    <Command
      ref={root}
      label={label}
      value={marked}
      onValueChange={setMarked}
      className="flex max-h-80 flex-col outline-none"
    >
      <div className={cn('border-border border-b px-3', !long && 'sr-only')}>
        <Command.Input
          autoFocus
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder={searchPlaceholder}
          className="h-10 w-full bg-transparent outline-none"
        />
      </div>
      <Command.Empty role="status" className="px-2 py-6 text-center text-muted">
        No results
      </Command.Empty>
      <Command.List label={label} className="overflow-y-auto p-1">
        {options.map((option) => {
          const on = selected.includes(option.value);
          return (
            <Command.Item
              key={option.value}
              value={option.value}
              keywords={[option.label, option.detail ?? '']}
              onSelect={() => onPick(option.value)}
              data-checked={on}
              className="flex min-h-8 max-md:min-h-11 select-none items-center gap-2 rounded-md px-2 py-1.5 data-[selected=true]:bg-hover [&_svg]:size-4"
            >
              <span className="min-w-0 flex-1 truncate">{option.label}</span>
              {option.detail && <span className="text-muted text-sm">{option.detail}</span>}
              <span className="grid w-4 shrink-0 place-items-center">
                {on && (
                  <>
                    {check}
                    <span className="sr-only">chosen</span>
                  </>
                )}
              </span>
            </Command.Item>
          );
        })}
      </Command.List>
    </Command>
  );
}
