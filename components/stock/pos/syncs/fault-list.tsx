import { CircleAlert } from 'lucide-react';
import { Link } from '@/components/ui/base/link';
import { adviceOf } from './labels';
import type { SyncFault } from './types';

/** What stopped a whole run, and what to do about it. */
export function RunFault({ fault }: { fault: SyncFault }) {
  return (
    <div className="flex items-start gap-2 rounded-lg bg-tint-danger px-3 py-2 text-on-tint-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p>
        {fault.message} {adviceOf(fault)}
      </p>
    </div>
  );
}

/** Faults of single items, those with the same message together: what is wrong is said once, then the SKUs. */
export function FaultList({ faults, label }: { faults: readonly SyncFault[]; label: string }) {
  const groups = new Map<string, SyncFault[]>();
  for (const fault of faults) {
    const key = `${fault.code} ${fault.message}`;
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return (
    <ul aria-label={label} className="flex flex-col gap-4">
      {[...groups].map(([key, group]) => {
        const [first] = group;
        return (
          <li key={key}>
            <p>{first?.message}</p>
            {first && <p className="text-muted text-sm">{adviceOf(first)}</p>}
            <ul aria-label={first?.message} className="mt-1.5 flex flex-wrap gap-x-3 gap-y-1">
              {group.map(({ sku }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a SKU may repeat, and the list is static
                <li key={`${sku} ${index}`}>
                  <Link
                    href={`/inventory?q=${encodeURIComponent(sku ?? '')}`}
                    className="inline-block min-h-6 break-all rounded-sm font-mono text-link text-sm leading-6 underline-offset-4 hover:underline"
                  >
                    {sku}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
