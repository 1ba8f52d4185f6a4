import { expiryOf } from '@/components/business/licenses/expiry';
import { cn } from '@/components/ui/base/class-names';
import { formatDate, todayIn } from '@/components/ui/format';
import { useViewer } from '@/components/ui/providers/viewer';

export type Lot = {
  batch_id: string;
  package_tag: string | null;
  expires_on: string | null;
  /** Whether the batch has a certificate, where that is known. */
  has_coa?: boolean;
};

const TONE = {
  warning: 'bg-tint-warning text-on-tint-warning',
  danger: 'bg-tint-danger text-on-tint-danger',
};

/** A lot where one is known: its batch, when that expires, and whether it has a certificate. */
export function LotChip({ lot }: { lot: Lot }) {
  const expiry = expiryOf(lot.expires_on, todayIn(useViewer().entity.timezone));
  return (
    <span
      title={lot.package_tag ? `Package ${lot.package_tag}` : undefined}
      className={cn(
        'inline-flex max-w-full gap-x-1.5 max-md:flex-wrap [&>abbr]:no-underline whitespace-nowrap rounded-sm px-1 text-xs',
        expiry ? TONE[expiry.tone] : 'bg-tint-neutral text-on-tint-neutral',
      )}
    >
      <span className="truncate">
        <span className="sr-only">Batch </span>
        {lot.batch_id}
      </span>
      {expiry ? (
        <span>{expiry.text.charAt(0).toLowerCase() + expiry.text.slice(1)}</span>
      ) : (
        // A date far away is the first to give way where a table is narrow.
        lot.expires_on && (
          <span className="@max-[68rem]:sr-only max-md:sr-only">exp. {formatDate(lot.expires_on)}</span>
        )
      )}
      {lot.has_coa !== undefined && (
        <abbr title={lot.has_coa ? 'Certificate of analysis on file' : 'Certificate of analysis missing'}>
          {lot.has_coa ? 'COA' : 'no COA'}
        </abbr>
      )}
    </span>
  );
}
