import type { ComponentProps } from 'react';
import { cn } from './class-names';

/** The visible name of a control. Inside a form use Field, which places one. */
export function Label({ className, ...props }: ComponentProps<'label'>) {
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller gives htmlFor or nests the control
  return <label className={cn('font-medium text-text', className)} {...props} />;
}
