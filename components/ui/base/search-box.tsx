'use client';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from './class-names';
import { controlStyle } from './control-style';
import { Kbd } from './kbd';
import { useShortcuts } from './use-shortcuts';

const DEBOUNCE_MS = 250;

/**
 * The search of a list: `F` focuses it, typing reports after 250 ms, Enter at once and leaves it, Escape clears. `value` is
 * the active search (the URL); a change from outside (Back, "Clear filters") shows here.
 */
export function SearchBox({
  value,
  onSearch,
  label,
  placeholder = label,
  shortcut = true,
  className,
}: {
  value: string;
  onSearch: (value: string) => void;
  label: string;
  placeholder?: string;
  shortcut?: boolean;
  className?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    // Our own report coming back must not overwrite what was typed since.
    if (value === sent.current) return;
    sent.current = value;
    clearTimeout(timer.current);
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const focus = (event: KeyboardEvent) => {
    event.preventDefault();
    input.current?.focus();
    input.current?.select();
  };
  useShortcuts({ f: focus }, shortcut);

  const send = (text: string) => {
    clearTimeout(timer.current);
    const next = text.trim();
    if (next === sent.current) return;
    sent.current = next;
    onSearch(next);
  };
  const type = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(text), DEBOUNCE_MS);
  };
  const catchUp = useRef(type);
  useEffect(() => {
    // Text typed before hydration hasn't been reported yet.
    const early = input.current?.value ?? '';
    if (early !== sent.current) catchUp.current(early);
  }, []);
  const clear = () => {
    setDraft('');
    send('');
    input.current?.focus();
  };

  return (
    <search className={cn('relative block w-full sm:w-72', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-keyshortcuts={shortcut ? 'F' : undefined}
        placeholder={placeholder}
        maxLength={200}
        value={draft}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            send(draft);
            // The keys of the list are next: J, K and E are text in here.
            event.currentTarget.blur();
          }
          if (event.key === 'Escape' && draft !== '') {
            event.preventDefault();
            clear();
          }
        }}
        className={cn(controlStyle, 'pr-9 pl-8.5 max-md:pr-11')}
      />
      {draft !== '' ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="absolute top-1/2 right-1.5 grid size-6 -translate-y-1/2 place-items-center rounded-md max-md:right-0 max-md:size-11 text-muted hover:bg-hover hover:text-text"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : (
        shortcut && (
          <Kbd className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 max-sm:hidden">F</Kbd>
        )
      )}
    </search>
  );
}
