import type { ComponentProps } from 'react';
import { Link } from '@/components/ui/link';

/** The link of a row to its object, for the row header column: Enter and a click on the row follow it. */
export function RowLink({ className, ...props }: ComponentProps<typeof Link>) {
  return <Link data-row-link className={className ? `item-name ${className}` : 'item-name'} {...props} />;
}
