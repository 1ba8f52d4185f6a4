'use client';
import * as Primitive from 'radix-ui/switch';
import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { useFieldControl } from './field-context';

/** On or off, effective immediately. Use a Checkbox for a value that waits for Save. */
export function Switch({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      {...useFieldControl()}
      className={cn(
        "relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-control bg-control p-0.5 transition-colors after:absolute after:-inset-1 max-md:after:-inset-y-3 after:content-[''] disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-primary data-[state=checked]:bg-primary",
        className,
      )}
      {...props}
    >
      <Primitive.Thumb className="block size-3.5 rounded-full bg-surface shadow-xs transition-transform data-[state=checked]:translate-x-4" />
    </Primitive.Root>
  );
}
