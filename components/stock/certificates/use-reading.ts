'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { UploadRefused } from '@/components/ui/forms/send-form';
import { sessionGate } from '@/components/ui/providers/session-gate';
import type { Reading } from './types';
import { readCertificate } from './upload';

type Progress =
  | { step: 'choose'; fault: string | null }
  | { step: 'reading'; file: File }
  | { step: 'check'; file: File; reading: Reading };

/** Why a certificate couldn't be read, in words. */
export function faultOf(error: unknown): string {
  if (!(error instanceof UploadRefused)) return 'The PDF could not be read. Try again.';
  if (error.status === 401) sessionGate.open();
  return error.requestId ? `${error.message} Request id ${error.requestId}.` : error.message;
}

/** Reads the certificate that was chosen last; what comes late of an earlier one is dropped. */
export function useReading({
  productId,
  batch,
  chosen,
  onRead,
}: {
  productId: string;
  /** Id of the batch that it is for. */
  batch: string | undefined;
  /** A PDF that was chosen before. */
  chosen: File | null;
  onRead: (reading: Reading) => void;
}): { progress: Progress; read: (file: File) => void } {
  const [progress, setProgress] = useState<Progress>({ step: 'choose', fault: null });
  const latest = useRef<File | null>(null);
  const read = useCallback(
    async (file: File) => {
      latest.current = file;
      setProgress({ step: 'reading', file });
      const next = await readCertificate(file, { product_id: productId, batch }).then(
        (reading): Progress => ({ step: 'check', file, reading }),
        (error): Progress => ({ step: 'choose', fault: faultOf(error) }),
      );
      if (latest.current !== file) return;
      setProgress(next);
      if (next.step === 'check') onRead(next.reading);
    },
    [productId, batch, onRead],
  );
  useEffect(() => {
    if (chosen && latest.current === null) void read(chosen);
  }, [chosen, read]);
  return { progress, read: (file) => void read(file) };
}
