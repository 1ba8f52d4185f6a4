'use client';
import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from './button';
import { cn } from './class-names';
import { Tooltip } from './tooltip';

/** A button with an icon alone: `label` is its accessible name and its tooltip. */
export function IconButton({
  icon: Icon,
  label,
  tooltip = label,
  size = 'md',
  variant = 'ghost',
  className,
  ...props
}: Omit<ButtonProps, 'children' | 'asChild'> & { icon: LucideIcon; label: string; tooltip?: string }) {
  return (
    <Tooltip content={tooltip}>
      <Button
        aria-label={label}
        size={size}
        variant={variant}
        className={cn(
          'px-0 max-md:w-11 max-md:px-0',
          size === 'sm' ? 'w-7' : size === 'lg' ? 'w-10' : 'w-9',
          className,
        )}
        {...props}
      >
        {!props.pending && <Icon aria-hidden />}
      </Button>
    </Tooltip>
  );
}
