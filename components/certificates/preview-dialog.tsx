'use client';
import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
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
          <a href={path} download={name}>
            <Download aria-hidden />
            Download
          </a>
        </Button>
      }
    >
      <PdfPreview source={path} name={name} />
    </Dialog>
  );
}
