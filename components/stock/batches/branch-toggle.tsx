/** Opens and closes what is below a row. @param label what that is: "Batches of Blue Dream" */
export function BranchToggle({ label, open, toggle }: { label: string; open: boolean; toggle: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={label}
      title={label}
      className="lots-toggle lots-icon shrink-0"
      onClick={toggle}
    />
  );
}
