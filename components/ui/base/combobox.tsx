'use client';
import { Check, CirclePlus, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { cn } from './class-names';
import type { ComboboxOption } from './combobox-list';
import { LateOverlay } from './late-overlay';
import { Skeleton } from './skeleton';

// The panel and its list bring radix and cmdk with them: fetched when a filter is first opened, not with the page.
const loadPopover = () => import('./popover');
const Popover = lazy(() => loadPopover().then((m) => ({ default: m.Popover })));
const ComboboxList = lazy(() => import('./combobox-list').then((m) => ({ default: m.ComboboxList })));

type Common = { label: string; options: readonly ComboboxOption[]; searchPlaceholder?: string };

function Options({
  onPick,
  selected,
  ...common
}: Common & { selected: readonly string[]; onPick: (value: string) => void }) {
  return (
    <Suspense fallback={<Skeleton className="m-3 h-24" />}>
      <ComboboxList {...common} selected={selected} onPick={onPick} check={<Check aria-hidden />} />
    </Suspense>
  );
}

/** A filter chip that opens its options: "Room" when idle, "Room: Vault" with a remove button when active. */
export function FilterSelect({
  value,
  onValueChange,
  multiple = false,
  ...common
}: Common & { value: readonly string[]; onValueChange: (value: string[]) => void; multiple?: boolean }) {
  // Of the panel, which the first press brings.
  const [open, setOpen] = useState(true);
  const labels = value.map((one) => common.options.find((option) => option.value === one)?.label ?? one);
  const text = labels.length > 1 ? `${labels[0]} +${labels.length - 1}` : labels[0];
  return (
    <span
      className={cn(
        'inline-flex h-7 max-w-full max-md:h-11 items-center rounded-full border text-sm transition-colors',
        text
          ? 'border-primary bg-selected'
          : 'border-control border-dashed text-muted hover:bg-hover hover:text-text',
      )}
    >
      <LateOverlay
        kind="dialog"
        load={loadPopover}
        trigger={
          <button
            type="button"
            className={cn(
              'inline-flex h-full min-w-0 items-center gap-1.5 rounded-full pl-2.5',
              text ? 'pr-1' : 'pr-3',
            )}
          >
            {!text && <CirclePlus aria-hidden className="size-3.5 shrink-0" />}
            <span className="truncate font-medium">
              {common.label}
              {text && `: ${text}`}
            </span>
          </button>
        }
      >
        {(trigger) => (
          <Popover
            label={`Filter by ${common.label.toLowerCase()}`}
            open={open}
            onOpenChange={setOpen}
            className="w-64 p-0"
            trigger={trigger}
          >
            <Options
              {...common}
              selected={value}
              onPick={(next) => {
                const has = value.includes(next);
                if (multiple) onValueChange(has ? value.filter((one) => one !== next) : [...value, next]);
                else {
                  onValueChange(has ? [] : [next]);
                  setOpen(false);
                }
              }}
            />
          </Popover>
        )}
      </LateOverlay>
      {text && (
        <button
          type="button"
          aria-label={`Remove filter ${common.label}`}
          onClick={() => onValueChange([])}
          className="grid size-6.5 shrink-0 max-md:size-11 place-items-center rounded-full text-muted hover:text-text"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}
