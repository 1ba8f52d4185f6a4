import { WarningNote } from '@/components/ui/base/warning-note';

/** What is unusual about a license number; it is stored in any case. */
export function LicenseWarning({ warnings }: { warnings: readonly { code: string; message: string }[] }) {
  return warnings.map(({ code, message }) => <WarningNote key={code}>{message}</WarningNote>);
}
