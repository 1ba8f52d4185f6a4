import { Badge } from '@/components/ui/base/badge';
import { cn } from '@/components/ui/base/class-names';
import { UNKNOWN } from '@/components/ui/format';
import type { Compared } from './compared';

/** Both sides of a claim, with what differs marked. */
export function CompareTable({ facts }: { facts: readonly Compared[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Your record beside the claim</caption>
      <thead className="text-muted">
        <tr className="border-border border-b">
          <th scope="col" className="py-1.5 pr-2 text-left font-medium">
            <span className="sr-only">Fact</span>
          </th>
          <th scope="col" className="px-2 py-1.5 text-left font-medium">
            Your record
          </th>
          <th scope="col" className="py-1.5 pl-2 text-left font-medium">
            Claimed by
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {facts.map(({ fact, own, theirs, differs }) => (
          <tr key={fact} className={cn(differs && 'bg-tint-warning text-on-tint-warning')}>
            <th scope="row" className="py-1.5 pr-2 pl-1 text-left align-top font-normal text-muted">
              {fact}
            </th>
            <td className="wrap-anywhere px-2 py-1.5 align-top">{own ?? UNKNOWN}</td>
            <td className="wrap-anywhere py-1.5 pr-1 pl-2 align-top">
              <span className="block">{theirs ?? 'Shown once confirmed'}</span>
              {differs && (
                <Badge tone="warning" icon="triangle">
                  Differs
                </Badge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
