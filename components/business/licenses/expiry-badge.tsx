import { Badge } from '@/components/ui/base/badge';
import { todayIn } from '@/components/ui/format';
import { expiryOf } from './expiry';

/** A warning while a license is within 60 days of its end, or past it. @param expiry YYYY-MM-DD */
export function ExpiryBadge({ expiry, timezone }: { expiry: string | null; timezone: string }) {
  const state = expiryOf(expiry, todayIn(timezone));
  if (!state) return null;
  return (
    <Badge tone={state.tone} icon={state.tone === 'danger' ? 'alert' : 'clock'}>
      {state.text}
    </Badge>
  );
}
