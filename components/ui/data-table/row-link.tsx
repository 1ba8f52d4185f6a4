import type { ComponentProps } from 'react';

/**
 * The link of a row to its object, for the row header column: Enter and a click on the row follow it. The shell navigates
 * (`useSoftLinks`).
 */
export function RowLink({ className, ...props }: ComponentProps<'a'> & { href: string }) {
  return <a data-row-link className={className ? `item-name ${className}` : 'item-name'} {...props} />;
}
