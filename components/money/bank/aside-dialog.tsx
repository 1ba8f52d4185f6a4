'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { ASIDE, lineName } from './labels';
import type { BankLine } from './types';

const LONGEST = 1000;
const Values = z.object({
  kind: z.enum(['fee', 'transfer', 'payroll', 'other']),
  note: z.string().check(z.trim(), z.maxLength(LONGEST, `Use at most ${LONGEST} characters`)),
});

/** Says why a line is no payment of a customer. */
export function AsideDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const call = trpc.bank.lines.setAside.useMutation();
  const form = useServerForm({
    schema: Values,
    defaultValues: { kind: 'transfer' as const, note: '' },
    onSubmit: async ({ kind, note }) => {
      await call.mutateAsync({ id: line.id, kind, ...(note && { note }) });
      showDone(`Set aside ${lineName(line)}`);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title={`Set aside ${lineName(line)}`}
      submitLabel="Set aside"
      onClose={onClose}
    >
      <SelectField name="kind" label="What it is" options={ASIDE} />
      <TextField name="note" label="Note (optional)" maxLength={LONGEST} autoComplete="off" />
    </FormDialog>
  );
}
