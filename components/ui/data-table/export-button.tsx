import { Button } from '@/components/ui/base/button';
import { DownloadLink } from '@/components/ui/base/download-link';

/**
 * Downloads every match of a list as CSV, with the active filters and sort.
 * @param path of the list's REST operation
 * @param input what the list was asked for; its page is left out
 */
export function ExportButton({
  path,
  input,
  fileName,
  label = 'Export',
  size,
}: {
  path: string;
  input: object;
  fileName: string;
  label?: string;
  size?: 'sm' | 'md';
}) {
  const query = new URLSearchParams({ format: 'csv' });
  for (const [key, value] of Object.entries(input)) {
    if (key === 'page' || key === 'limit' || value === undefined || value === null || value === '') continue;
    query.set(key, String(value));
  }
  return (
    <Button asChild size={size}>
      <DownloadLink href={`${path}?${query}`} fileName={fileName}>
        {label}
      </DownloadLink>
    </Button>
  );
}
