'use client';
import * as Primitive from 'radix-ui/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { cn } from './class-names';

/** Put once around the application, so that moving between tooltips shows the next at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Primitive.Provider delayDuration={400}>{children}</Primitive.Provider>;
}

/** A short explanation of a focusable child. What is needed to use the child never stands only here. */
export function Tooltip({
  content,
  side = 'top',
  className,
  children,
}: {
  content: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  className?: string;
  children: ReactElement;
}) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'fade-in-0 zoom-in-95 z-60 max-w-64 animate-in rounded-md bg-text px-2 py-1 text-bg text-xs shadow-md duration-100',
            className,
          )}
        >
          {content}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
