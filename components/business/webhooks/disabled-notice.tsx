import { CircleAlert, Info } from 'lucide-react';
import { cn } from '@/components/ui/base/class-names';
import { DISABLED } from './labels';

/** Why the endpoint receives nothing. */
export function DisabledNotice({ reason }: { reason: keyof typeof DISABLED }) {
  const calm = reason === 'manual';
  const Icon = calm ? Info : CircleAlert;
  return (
    <p
      className={cn(
        'flex items-start gap-2 rounded-lg px-4 py-3',
        calm ? 'bg-tint-neutral text-on-tint-neutral' : 'bg-tint-danger text-on-tint-danger',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {DISABLED[reason].long}
    </p>
  );
}
