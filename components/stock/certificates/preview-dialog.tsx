'use client';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { DownloadLink } from '@/components/ui/base/download-link';
import { PdfPreview } from './pdf-preview';

/** The first page of a stored certificate. */
export function PreviewDialog({ name, path, onClose }: { name: string; path: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={name}
      size="lg"
      footer={
        <Button asChild>
          <DownloadLink href={path} fileName={name}>
            Download
          </DownloadLink>
        </Button>
      }
    >
      <PdfPreview source={path} name={name} />
    </Dialog>
  );
}
