'use client';
import { useState } from 'react';
import { DropZone } from '@/components/ui/drop-zone';
import { faultOf, MAX_BYTES } from './check-file';

/** Takes a PDF; what can't be a certificate is rejected before it is sent. */
export function CertificateZone({ file, onFile }: { file: File | null; onFile: (file: File) => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const take = async (chosen: File) => {
    const found = await faultOf(chosen).catch(() => `${chosen.name} can't be read. Choose another file.`);
    setFault(found);
    if (!found) onFile(chosen);
  };
  return (
    <DropZone
      label="Certificate as a PDF"
      accept=".pdf,application/pdf"
      button="Choose PDF"
      prompt="Drop the PDF here, or"
      hint={`Up to ${MAX_BYTES / 1024 / 1024} MB`}
      chosen={file?.name}
      fault={fault}
      onFile={(chosen) => void take(chosen)}
    />
  );
}
