/** The method of an operation, or that it is an event; reference.css has its look. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span className="method-badge" data-method={method}>
      {method}
    </span>
  );
}
