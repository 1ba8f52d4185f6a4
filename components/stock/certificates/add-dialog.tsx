'use client';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Skeleton } from '@/components/ui/base/skeleton';
import { Spinner } from '@/components/ui/base/spinner';
import { showDone } from '@/components/ui/base/toast';
import { failureOf } from '@/components/ui/forms/failure';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { type ServerForm, useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { CertificateZone } from './drop-zone';
import { type Question, Questions, questionsIn } from './questions';
import { ReadValues } from './read-values';
import { type SuggestedBatch, SuggestedBatches } from './suggested-batches';
import type { Reading } from './types';
import { useReading } from './use-reading';

const PdfPreview = lazy(() => import('./pdf-preview').then((m) => ({ default: m.PdfPreview })));

const CertificateValues = z.object({
  lab: z.string().check(z.trim(), z.minLength(1, 'Enter the laboratory.'), z.maxLength(200)),
  batch_id: z.string().check(z.trim(), z.minLength(1, 'Enter the batch number.'), z.maxLength(100)),
  date: z.string().check(z.minLength(1, 'Enter the date.')),
});
type Values = z.infer<typeof CertificateValues>;

/** The batch that a certificate is for. */
export type ForBatch = { id: string; batch_id: string /** Of another's product. */; isPrivate: boolean };

/** Adds a certificate: choose the PDF, which is read, then check what it says and save it. */
export function AddCertificateDialog({
  productId,
  batch,
  chosen = null,
  today,
  onClose,
}: {
  productId: string;
  /** Typed or read when absent. */
  batch?: ForBatch;
  /** A PDF that was dropped on the page. */
  chosen?: File | null;
  today: string;
  onClose: () => void;
}) {
  const save = useSave(productId, batch);
  const form = useServerForm<Values>({
    schema: CertificateValues,
    defaultValues: { lab: '', batch_id: batch?.batch_id ?? '', date: '' },
    onSubmit: async (values) => {
      await save.send(values);
      onClose();
    },
    onError: save.fail,
  });
  const { reset } = form.form;
  const { start } = save;
  const onRead = useCallback(
    (reading: Reading) => {
      start(reading);
      const { lab, batch_id, sampled_on } = reading.extracted ?? {};
      reset({ lab: lab ?? '', batch_id: batch?.batch_id ?? batch_id ?? '', date: sampled_on ?? '' });
    },
    [start, reset, batch?.batch_id],
  );
  const { progress, read } = useReading({ productId, batch: batch?.id, chosen, onRead });
  const values = form.form.watch();
  const questions = save.questionsOn(values);
  return (
    <FormDialog
      form={form}
      title="Add certificate"
      description="The PDF is read first. Nothing is saved until you save it; the newest certificate applies."
      size="md"
      submitLabel={questions ? 'Save as entered' : 'Save certificate'}
      disabled={progress.step !== 'check'}
      onClose={onClose}
    >
      <CertificateZone
        file={progress.step === 'choose' ? null : progress.file}
        fault={progress.step === 'choose' ? progress.fault : null}
        onFile={read}
      />
      {progress.step === 'reading' && <Spinner label="Reading the PDF. This takes a few seconds." />}
      {progress.step === 'check' && (
        <Check
          form={form}
          reading={progress.reading}
          target={{ productId: save.target?.product_id ?? productId, batchId: values.batch_id }}
          isFixed={batch !== undefined}
          today={today}
          onChoose={(match) => {
            save.choose(match);
            form.form.setValue('batch_id', match.batch_id, { shouldDirty: true, shouldValidate: true });
          }}
        />
      )}
      {questions && <Questions questions={questions} />}
      {progress.step !== 'choose' && (
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <PdfPreview key={progress.file.name} source={progress.file} name={progress.file.name} />
        </Suspense>
      )}
    </FormDialog>
  );
}

/** What was read, and the fields that are saved. */
function Check({
  form,
  reading,
  target,
  isFixed,
  today,
  onChoose,
}: {
  form: ServerForm<Values>;
  reading: Reading;
  target: { productId: string; batchId: string };
  isFixed: boolean;
  today: string;
  onChoose: (match: SuggestedBatch) => void;
}) {
  const { sure, status } = reading;
  const hint = (isSure: boolean) =>
    isSure
      ? 'Read from the PDF'
      : status === 'read'
        ? 'Not certain: type it as printed'
        : 'Type it as printed';
  const { sampled_on: sampled } = reading.extracted ?? {};
  return (
    <>
      <ReadValues reading={reading} />
      <SuggestedBatches matches={reading.matches} chosen={target} onChoose={onChoose} />
      <div className="grid gap-4 sm:grid-cols-3" data-form={form.formId}>
        <TextField name="lab" label="Laboratory" required maxLength={200} hint={hint(sure.lab)} />
        <TextField
          name="batch_id"
          label="Batch number"
          required
          maxLength={100}
          readOnly={isFixed}
          hint={isFixed ? undefined : hint(sure.batch_id)}
        />
        <TextField
          name="date"
          label="Date"
          required
          type="date"
          max={today}
          hint={sampled ? 'Day of sampling, read from the PDF' : hint(false)}
        />
      </div>
    </>
  );
}

/** Saves what was read, with what the member confirmed of the questions that the same values raised. */
function useSave(productId: string, batch: ForBatch | undefined) {
  const add = trpc.products.coa.add.useMutation();
  const addToBatch = trpc.batches.addCoa.useMutation();
  const reading = useRef<string | null>(null);
  const sent = useRef<Values | null>(null);
  const [target, choose] = useState<SuggestedBatch | null>(null);
  const [asked, setAsked] = useState<{ questions: readonly Question[]; of: Values } | null>(null);
  const start = useCallback(({ id }: Reading) => {
    reading.current = id;
    choose(null);
    setAsked(null);
  }, []);
  const questionsOn = (values: Values) => (asked && isSame(asked.of, values) ? asked.questions : null);
  const send = async (values: Values) => {
    if (!reading.current) return;
    sent.current = values;
    const confirm = questionsOn(values)
      ?.map(({ code }) => code)
      .join(',');
    const { lab, batch_id, date } = values;
    const said = { lab, date, reading_id: reading.current, ...(confirm && { confirm }) };
    const saved =
      batch?.isPrivate && !target
        ? await addToBatch.mutateAsync({ id: batch.id, ...said })
        : await add.mutateAsync({ id: target?.product_id ?? productId, batch_id, ...said });
    showDone(
      `Certificate of ${batch_id} saved`,
      saved.reading === 'pending'
        ? 'The PDF is not read yet. Its values appear with the certificate.'
        : undefined,
    );
  };
  const fail = (error: unknown): boolean | string => {
    const questions = questionsIn(error);
    if (questions && sent.current) setAsked({ questions, of: sent.current });
    if (questions) return true;
    return failureOf(error)?.code === 'NOT_FOUND' && "This can't be saved any more. Choose the PDF again.";
  };
  return { start, send, fail, target, choose, questionsOn };
}

const isSame = (a: Values, b: Values) =>
  a.lab.trim() === b.lab.trim() && a.batch_id.trim() === b.batch_id.trim() && a.date === b.date;
