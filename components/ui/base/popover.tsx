'use client';
import * as Primitive from 'radix-ui/popover';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cn } from './class-names';
import { panelStyle } from './menu-style';

/** A small panel at its trigger, for one quick edit or a choice. `label` names it for assistive technology. */
export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  align = 'start',
  side = 'bottom',
  className,
  children,
  ...props
}: Omit<ComponentProps<typeof Primitive.Content>, 'asChild' | 'children'> & {
  trigger: ReactElement;
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            panelStyle,
            'max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] overflow-y-auto p-4 outline-none',
            className,
          )}
          {...props}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Wraps a button that leaves the popover. */
export const PopoverClose = Primitive.Close;
