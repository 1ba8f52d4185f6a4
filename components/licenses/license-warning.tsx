import { TriangleAlert } from 'lucide-react';

/** What is unusual about a license number; it is stored in any case. */
export function LicenseWarning({ warnings }: { warnings: readonly { code: string; message: string }[] }) {
  return warnings.map(({ code, message }) => (
    <p
      key={code}
      className="flex items-start gap-2 rounded-lg bg-tint-warning px-3 py-2 text-on-tint-warning text-sm"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {message}
    </p>
  ));
}
