import { LoaderCircle } from 'lucide-react';
import { cn } from './class-names';

/** A turning ring. It is decoration unless `label` is given: then it announces what is being waited for. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const icon = <LoaderCircle aria-hidden className={cn('size-4 animate-spin', !label && className)} />;
  if (!label) return icon;
  return (
    <span role="status" className={cn('inline-flex items-center gap-2 text-muted', className)}>
      {icon}
      {label}
    </span>
  );
}
