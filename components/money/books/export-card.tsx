'use client';
import * as z from 'zod/mini';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { download } from '@/components/ui/base/download';
import { showDone } from '@/components/ui/base/toast';
import { useHydrated } from '@/components/ui/base/use-hydrated';
import { formatCount, todayIn } from '@/components/ui/format';
import { failureOf, reasonOf } from '@/components/ui/forms/failure';
import { CheckboxField, SelectField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { lastMonth } from './days';
import { fileAddress } from './files';
import { accountLabel, FORMATS, hasIif, KINDS, neededOf } from './labels';

const Values = z
  .object({
    kind: z.enum(['journal', 'invoices', 'payments', 'customers']),
    format: z.enum(['quickbooks', 'iif', 'neutral']),
    start_date: z.string().check(z.minLength(1, 'Choose a date')),
    end_date: z.string().check(z.minLength(1, 'Choose a date')),
    only_new: z.boolean(),
  })
  .check(
    z.refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
      path: ['end_date'],
      error: 'Choose the start date or a later one',
    }),
  );
type Values = z.infer<typeof Values>;

/** Makes an export of the books. @param onNeeded the keys of accounts that have no name yet */
export function ExportCard({ onNeeded }: { onNeeded: (keys: readonly string[]) => void }) {
  const today = todayIn(useViewer().entity.timezone);
  const create = trpc.books.create.useMutation();
  const form = useServerForm<Values>({
    schema: Values,
    defaultValues: { kind: 'journal', format: 'quickbooks', ...lastMonth(today), only_new: true },
    onSubmit: async ({ only_new, ...values }) => {
      const { id, rows, files } = await create.mutateAsync({ ...values, only: only_new ? 'new' : 'all' });
      onNeeded([]);
      const of = formatCount(rows, values.kind === 'customers' ? 'customer' : 'document');
      showDone('Export ready', files.length > 1 ? `${of} in ${files.length} files` : of);
      const [file] = files;
      if (file && files.length === 1) void download(fileAddress(id, file.n), file.name);
    },
    onError: (error) => {
      if (reasonOf(error) !== 'accounts_unmapped') return false;
      const { accounts } = failureOf(error)?.details ?? {};
      const keys = neededOf(accounts);
      onNeeded(keys);
      return `Name these accounts below first: ${keys.map((key) => accountLabel(key)).join(', ')}.`;
    },
  });
  const { kind, format } = form.form.watch();
  const formats = FORMATS.map((one) => ({ ...one, disabled: one.value === 'iif' && !hasIif(kind) }));
  return (
    <Card
      title="New export"
      footer={
        <div className="flex justify-end">
          <Button
            type="submit"
            form={form.formId}
            variant="primary"
            disabled={!useHydrated()}
            pending={form.pending}
            className="disabled:opacity-100"
          >
            Export
          </Button>
        </div>
      }
    >
      <Form form={form}>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="kind"
            label="Records"
            options={KINDS}
            onChange={({ target }) => {
              if (format === 'iif' && !hasIif(target.value)) form.form.setValue('format', 'quickbooks');
            }}
          />
          <SelectField name="format" label="Program" options={formats} />
          <TextField name="start_date" label="From" type="date" max={today} />
          <TextField name="end_date" label="To" type="date" max={today} />
        </div>
        <CheckboxField
          name="only_new"
          label="Only what no earlier export has"
          hint="Without it everything in these days is exported, and nothing is marked as exported."
        />
      </Form>
    </Card>
  );
}
