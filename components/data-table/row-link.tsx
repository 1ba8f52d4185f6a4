import type { ComponentProps } from 'react';
import { cn } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';

/** The link of a row to its object, for the row header column: Enter and a click on the row follow it. */
export function RowLink({ className, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link
      data-row-link
      className={cn('rounded-sm font-medium text-text hover:text-link hover:underline', className)}
      {...props}
    />
  );
}
