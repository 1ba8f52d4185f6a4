import { CircleAlert, CircleCheck } from 'lucide-react';
import { cn } from '@/components/ui/base/class-names';
import type { TestResult } from './types';

/** The result of a POS connection test, with the POS's locations. */
export function TestOutcome({ result }: { result: TestResult }) {
  const Icon = result.ok ? CircleCheck : CircleAlert;
  return (
    <div
      role="status"
      className={cn(
        'flex items-start gap-2 rounded-lg px-3 py-2',
        result.ok ? 'bg-tint-success text-on-tint-success' : 'bg-tint-danger text-on-tint-danger',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        <p>{result.message}</p>
        {result.locations.length > 0 && (
          <ul aria-label="Locations in the POS" className="mt-1 text-sm">
            {result.locations.map(({ id, name }) => (
              <li key={id} className="wrap-anywhere">
                {name} <code className="font-mono text-xs">{id}</code>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
