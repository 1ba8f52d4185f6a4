import { cn } from '@/components/ui/class-names';
import { EVENT } from './document';

const TONES: Readonly<Record<string, string>> = {
  GET: 'bg-tint-info text-on-tint-info',
  POST: 'bg-tint-success text-on-tint-success',
  PUT: 'bg-tint-warning text-on-tint-warning',
  PATCH: 'bg-tint-warning text-on-tint-warning',
  DELETE: 'bg-tint-danger text-on-tint-danger',
  [EVENT]: 'bg-tint-progress text-on-tint-progress',
};

export function MethodBadge({ method }: { method: string }) {
  return (
    <span
      className={cn(
        'inline-grid h-5 w-14 shrink-0 place-items-center rounded-sm font-mono font-semibold text-[0.6875rem]',
        TONES[method],
      )}
    >
      {method}
    </span>
  );
}
