import { cn } from './class-names';

/** A gray shape where content will be. Mark the region around it `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block h-4 animate-pulse rounded-md bg-border/70', className)} />;
}
