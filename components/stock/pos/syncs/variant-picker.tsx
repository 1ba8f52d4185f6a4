'use client';
import { Command } from 'cmdk';
import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { controlStyle } from '@/components/ui/base/control-style';
import { Spinner } from '@/components/ui/base/spinner';
import { useActiveOption } from '@/components/ui/base/use-active-option';
import { useMarkedOption } from '@/components/ui/base/use-marked-option';
import { useVariantSearch, type VariantChoice } from './use-variant-search';

/** Finds a variant by its product or its SKU; Enter before the results takes the first of them. */
export function VariantPicker({
  value,
  onValueChange,
  error,
}: {
  value: VariantChoice | null;
  onValueChange: (choice: VariantChoice | null) => void;
  error?: string;
}) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  /** The text on which Enter was pressed before its results came. */
  const [entered, setEntered] = useState<string | null>(null);
  const { query, known } = useVariantSearch(text);
  const choices = query.data ?? [];
  const marked = useMarkedOption(choices.map((choice) => choice.id));
  useActiveOption(root);
  useEffect(() => {
    if (entered === null || entered !== text || !(known || query.isError)) return;
    setEntered(null);
    const [first] = known ? choices : [];
    if (first) onValueChange(first);
  });
  if (value) {
    return (
      <div className="flex flex-col gap-1.5">
        <span className="font-medium">Variant</span>
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-primary bg-selected px-3 py-2">
          <p className="min-w-0 wrap-anywhere">
            {value.name} <span className="text-muted text-sm">{value.sku}</span>
          </p>
          <Button size="sm" onClick={() => onValueChange(null)}>
            Choose another
          </Button>
        </div>
      </div>
    );
  }
  return (
    <Command
      ref={root}
      label="Variant"
      shouldFilter={false}
      {...marked}
      className="flex flex-col gap-1.5 outline-none"
    >
      <span aria-hidden className="font-medium">
        Variant
      </span>
      <Command.Input
        autoFocus
        value={text}
        onValueChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || known) return;
          event.preventDefault();
          setEntered(text);
          // What is typed next replaces it.
          event.currentTarget.select();
        }}
        placeholder="Product or SKU"
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        className={controlStyle}
      />
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-destructive text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
      <Command.List label="Variants" className="h-56 overflow-y-auto rounded-lg border border-border p-1">
        {query.isPending && <Spinner label="Searching…" className="p-2" />}
        {query.isError && (
          <p role="alert" className="px-2 py-6 text-center text-muted">
            The search failed. Try again.
          </p>
        )}
        {query.data?.length === 0 && (
          <p role="status" className="px-2 py-6 text-center text-muted">
            No results
          </p>
        )}
        {choices.map((choice) => (
          <Command.Item
            key={choice.id}
            value={choice.id}
            onSelect={() => onValueChange(choice)}
            className="flex min-h-8 select-none flex-wrap items-center gap-x-3 rounded-md px-2 py-1.5 data-[selected=true]:bg-hover"
          >
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{choice.name}</span>
            <span className="text-muted text-sm">{choice.sku}</span>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
