import { Link } from '@/components/ui/base/link';
import { DateTime } from '@/components/ui/date-time';

/** Tells a member until when their business wants them to set up a second factor. */
export function SecondFactorNotice({ due, timezone }: { due: string; timezone: string }) {
  return (
    <p role="status" className="bg-tint-warning px-4 py-2 text-center text-on-tint-warning print:hidden">
      Your business requires a second factor.{' '}
      <Link href="/settings/security" className="rounded-sm font-medium underline underline-offset-4">
        Set up a second factor by <DateTime value={due} timezone={timezone} />
      </Link>
    </p>
  );
}
