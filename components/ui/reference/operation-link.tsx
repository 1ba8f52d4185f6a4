import type { OperationLine } from './document';
import { MethodBadge } from './method-badge';

/** A row that leads to the page of an operation below `home`; the shell follows it. The index has two hundred. */
export function OperationLink({ operation, home }: { operation: OperationLine; home: string }) {
  const { id, method, path, summary } = operation;
  return (
    <a href={`${home}/${id}`} data-soft className="operation-link">
      <MethodBadge method={method} />
      <span>{summary}</span>
      <code>{path}</code>
    </a>
  );
}
