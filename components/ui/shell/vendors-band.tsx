import { FlaskConical } from 'lucide-react';

const NAMES: Record<string, string> = {
  metrc: 'Metrc',
  leaflink: 'LeafLink',
  distru: 'Distru',
  dutchie: 'Dutchie POS',
};

/** Says on each page that vendors are simulated here; nothing where none is. */
export function VendorsBand({ vendors }: { vendors: readonly string[] }) {
  if (vendors.length === 0) return null;
  const names = vendors.map((vendor) => NAMES[vendor] ?? vendor);
  return (
    <p className="mb-4 flex items-center gap-2 rounded-lg bg-tint-warning px-3 py-2 text-on-tint-warning text-sm print:hidden">
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      {names.join(', ')} {names.length === 1 ? 'is' : 'are'} simulated here by another server. What you do
      reaches no vendor and no state.
    </p>
  );
}
