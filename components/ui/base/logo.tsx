/** A leaf of four tally strokes, crossed by the fifth. Decorative: the name is beside it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" fill="var(--primary)" />
      <path d="M6 26C4.5 13 11.5 6 26.5 5.5 27 20.5 19.5 27.5 6 26Z" fill="var(--on-primary)" />
      <path d="M10.4 4v24M15.8 4v24M21.2 4v24M5 27 26.5 5.5" stroke="var(--primary)" strokeWidth="1.7" />
    </svg>
  );
}
