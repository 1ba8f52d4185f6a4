/** The thin bar while rows are refetched; it takes no room, so nothing moves. Its parent is `relative`. */
export function RefetchBar({ active }: { active: boolean }) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-0 top-0 z-30 h-0.5 overflow-hidden">
      {active && <div className="refetch-bar h-full w-1/3 rounded-full bg-primary" />}
    </div>
  );
}
