'use client';
import { Command } from 'cmdk';
import { ListPlus } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { controlStyle } from '@/components/ui/base/control-style';
import { useActiveOption } from '@/components/ui/base/use-active-option';
import { useMarkedOption } from '@/components/ui/base/use-marked-option';
import type { Waiting } from './use-waiting';
import { WaitingList } from './waiting-list';

/** The value of the act below the results; a result has an id. */
const LAST = 'all-results';

/** A field that looks something up as it is typed; Enter takes the marked result, or waits for the first one. */
export function LookupField<Result>({
  label,
  placeholder,
  lookup: { text, setText, waiting, remove },
  onWait,
  results,
  known,
  failed,
  keyOf,
  onPick,
  onRows,
  input,
  autoFocus,
  after = false,
  children,
}: {
  label: string;
  placeholder: string;
  lookup: {
    text: string;
    setText: (text: string) => void;
    waiting: readonly Waiting[];
    remove: (id: number) => void;
  };
  /** Enter before the results of the text are there. */
  onWait: () => void;
  /** Undefined before the first response. */
  results: readonly Result[] | undefined;
  /** Whether they are those of the text. */
  known: boolean;
  failed: boolean;
  keyOf: (result: Result) => string;
  onPick: (result: Result) => void;
  /** Takes a text of several lines, pasted or typed; says whether it did. */
  onRows?: (text: string) => boolean;
  input: RefObject<HTMLInputElement | null>;
  autoFocus?: boolean;
  /** An act on all results, below them. */
  after?: { label: string; act: () => void } | false;
  /** Draws a result. */
  children: (result: Result) => ReactNode;
}) {
  const root = useRef<HTMLDivElement>(null);
  useActiveOption(root);
  const open = text.trim() !== '' && (failed || results !== undefined);
  const shown = open ? (results ?? []) : [];
  const last = after && shown.length > 0 ? after : null;
  const marked = useMarkedOption([...shown.map(keyOf), ...(last ? [LAST] : [])]);
  return (
    <Command
      ref={root}
      label={label}
      shouldFilter={false}
      {...marked}
      className="relative flex min-w-0 flex-1 flex-col max-sm:basis-full gap-1.5 outline-none"
    >
      <span aria-hidden className="font-medium">
        {label}
      </span>
      <Command.Input
        ref={input}
        autoFocus={autoFocus}
        data-route-focus={autoFocus || undefined}
        value={text}
        onValueChange={setText}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className={controlStyle}
        onPaste={(event) => {
          if (onRows?.(event.clipboardData.getData('text'))) event.preventDefault();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            setText('');
          }
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
            return;
          event.preventDefault();
          if (text.trim() === '') return;
          if (onRows?.(text)) return setText('');
          if (!known) return onWait();
          if (last && marked.value === LAST) return last.act();
          const picked = shown.find((result) => keyOf(result) === marked.value);
          if (picked !== undefined) onPick(picked);
        }}
      />
      <Command.List
        label={`${label}: results`}
        hidden={!open}
        className="absolute top-full right-0 left-0 z-40 mt-1 max-h-80 overflow-y-auto rounded-lg border border-border bg-raised p-1 shadow-lg"
      >
        {failed && (
          <p role="alert" className="px-2 py-4 text-center text-muted">
            The search failed. Try again.
          </p>
        )}
        {results?.length === 0 && (
          <p role="status" className="px-2 py-4 text-center text-muted">
            No results
          </p>
        )}
        {shown.map((result) => (
          <Command.Item
            key={keyOf(result)}
            value={keyOf(result)}
            onSelect={() => onPick(result)}
            className="flex min-h-9 select-none flex-wrap items-center gap-x-3 rounded-md px-2 py-1.5 data-[selected=true]:bg-hover max-md:min-h-11"
          >
            {children(result)}
          </Command.Item>
        ))}
        {last && (
          <Command.Item
            value={LAST}
            onSelect={last.act}
            className="flex min-h-9 select-none items-center gap-2 rounded-md border-border border-t px-2 py-1.5 font-medium data-[selected=true]:bg-hover max-md:min-h-11"
          >
            <ListPlus aria-hidden className="size-4 text-muted" />
            {last.label}
          </Command.Item>
        )}
      </Command.List>
      <WaitingList
        waiting={waiting}
        onEdit={(again) => {
          setText(again);
          input.current?.focus();
        }}
        onRemove={remove}
      />
    </Command>
  );
}
