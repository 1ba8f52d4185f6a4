'use client';
import { lazy, Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { FormDialog } from '@/components/forms/form-dialog';
import { UploadRefused } from '@/components/forms/send-form';
import { TextField } from '@/components/forms/text-field';
import { useServerForm } from '@/components/forms/use-server-form';
import { sessionGate } from '@/components/providers/session-gate';
import { useRefresh } from '@/components/providers/use-refresh';
import { Skeleton } from '@/components/ui/skeleton';
import { showDone } from '@/components/ui/toast';
import { CertificateZone } from './drop-zone';
import { uploadCertificate } from './upload';

const PdfPreview = lazy(() => import('./pdf-preview').then((m) => ({ default: m.PdfPreview })));

const CertificateValues = z.object({
  lab: z.string().check(z.trim(), z.minLength(1, 'Enter the laboratory.'), z.maxLength(200)),
  batch_id: z.string().check(z.trim(), z.minLength(1, 'Enter the batch number.'), z.maxLength(100)),
  date: z.string(),
});

/** Files a certificate: drop the PDF, look at it, say what it is. */
export function AddCertificateDialog({
  productId,
  batchId,
  lab = '',
  chosen = null,
  today,
  onClose,
}: {
  productId: string;
  /** The batch that it is for; typed when absent. */
  batchId?: string;
  /** The laboratory of the last one. */
  lab?: string;
  /** A PDF that was dropped on the page. */
  chosen?: File | null;
  today: string;
  onClose: () => void;
}) {
  const [file, setFile] = useState(chosen);
  const refresh = useRefresh();
  const form = useServerForm({
    schema: CertificateValues,
    defaultValues: { lab, batch_id: batchId ?? '', date: today },
    onSubmit: async ({ lab, batch_id, date }) => {
      if (!file) return;
      const { reading, extracted, mismatches } = await uploadCertificate(productId, file, {
        lab,
        batchId: batch_id,
        date,
      });
      await refresh('certificate.added');
      showDone(
        `Certificate of ${batch_id} added`,
        reading === 'pending'
          ? 'The PDF is not read yet. Its values appear with the certificate.'
          : extracted === null
            ? 'No text could be read from the PDF. Compare its values yourself.'
            : mismatches.length > 0
              ? 'It differs from the stored values. Check the marked ones.'
              : undefined,
      );
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof UploadRefused)) return false;
      if (error.status === 401) sessionGate.open();
      return error.requestId ? `${error.message} Request id ${error.requestId}.` : error.message;
    },
  });
  return (
    <FormDialog
      form={form}
      title="Add certificate"
      description="Certificates can't be changed or removed. The newest one applies."
      size="md"
      submitLabel="Add certificate"
      disabled={!file}
      onClose={onClose}
    >
      <CertificateZone file={file} onFile={setFile} />
      {file && (
        <>
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <PdfPreview source={file} name={file.name} />
          </Suspense>
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField name="lab" label="Laboratory" required maxLength={200} />
            <TextField
              name="batch_id"
              label="Batch number"
              required
              maxLength={100}
              readOnly={batchId !== undefined}
            />
            <TextField name="date" label="Date" type="date" max={today} />
          </div>
        </>
      )}
    </FormDialog>
  );
}
