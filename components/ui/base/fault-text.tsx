import { CircleAlert } from 'lucide-react';
import { cn } from './class-names';

/** What is wrong with a field, beside it; nothing without a message. With an `id` fields name it as their description. */
export function FaultText({
  id,
  message,
  className,
}: {
  id?: string;
  message: string | undefined;
  className?: string;
}) {
  if (!message) return null;
  return (
    <p
      id={id}
      role={id ? undefined : 'alert'}
      className={cn('flex items-start gap-1.5 text-destructive text-sm', className)}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {message}
    </p>
  );
}
