'use client';
import { useState } from 'react';
import { DropZone } from '@/components/ui/base/drop-zone';
import { faultOf, MAX_BYTES } from './check-file';

/** Takes a PDF; what can't be a certificate is rejected before it is sent. */
export function CertificateZone({
  file,
  fault: refused = null,
  onFile,
}: {
  file: File | null;
  /** What the server said of the file. */
  fault?: string | null;
  onFile: (file: File) => void;
}) {
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
      fault={fault ?? refused}
      onFile={(chosen) => void take(chosen)}
    />
  );
}
