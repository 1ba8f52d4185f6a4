import { CalendarClock } from 'lucide-react';
import { Badge } from '@/components/ui/base/badge';
import { formatDate, UNKNOWN } from '@/components/ui/format';
import { expiryOf, expiryText } from './expiration';
import { TEST_STATUS } from './labels';
import type { Batch } from './types';

/** The result of laboratory testing. */
export function TestBadge({ status }: { status: Batch['test_status'] }) {
  const { label, tone, icon } = TEST_STATUS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

/** Whose hold it is; nothing for a batch that can be sold. */
export function HoldBadge({ held }: { held: Batch['held'] }) {
  if (!held) return null;
  return (
    <Badge tone="danger" icon="lock">
      {held === 'owner' ? 'On hold at all businesses' : 'On hold'}
    </Badge>
  );
}

/** How many days are left; flagged once they are few or none. */
export function ExpiryNote({ expiresOn, today }: { expiresOn: string; today: string }) {
  const state = expiryOf(expiresOn, today);
  const text = expiryText(expiresOn, today);
  if (state === 'later') return text;
  const expired = state === 'expired';
  return (
    <Badge tone={expired ? 'danger' : 'warning'} icon={expired ? 'alert' : CalendarClock}>
      {text}
    </Badge>
  );
}

/** The last day of sale, flagged once it is near or past. */
export function Expiration({ expiresOn, today }: { expiresOn: string | null; today: string }) {
  const state = expiryOf(expiresOn, today);
  if (!expiresOn) return UNKNOWN;
  if (state === 'later') return formatDate(expiresOn);
  return (
    <span className="inline-flex items-center gap-x-2 max-md:flex-wrap">
      <span className="whitespace-nowrap">{formatDate(expiresOn)}</span>
      <ExpiryNote expiresOn={expiresOn} today={today} />
    </span>
  );
}

/** Whether the batch has a certificate of analysis. */
export function CertificateMark({ present }: { present: boolean }) {
  return (
    <span className="certificate-mark" data-missing={!present || undefined}>
      {present ? 'On file' : 'Missing'}
    </span>
  );
}
