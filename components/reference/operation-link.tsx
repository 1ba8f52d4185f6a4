import { Link } from '@/components/ui/link';
import type { OperationLine } from './document';
import { MethodBadge } from './method-badge';

/** A row that leads to the page of an operation. */
export function OperationLink({ operation }: { operation: OperationLine }) {
  const { id, method, path, summary } = operation;
  return (
    <Link
      href={`/settings/api/reference/${id}`}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-0.5 px-4 py-2 hover:bg-hover focus-visible:outline-offset-[-2px] md:grid-cols-[auto_minmax(0,5fr)_minmax(0,4fr)]"
    >
      <MethodBadge method={method} />
      <span className="font-medium">{summary}</span>
      <span className="break-all font-mono text-muted text-sm max-md:col-start-2">{path}</span>
    </Link>
  );
}
