'use client';
import * as z from 'zod/mini';
import { showDone } from '@/components/ui/base/toast';
import { formatDate, todayIn } from '@/components/ui/format';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import type { BackorderRow } from './types';

const Values = z.object({ expected_on: z.string() });

/** Says to a customer when its goods are expected. */
export function ExpectDialog({ backorder, onClose }: { backorder: BackorderRow; onClose: () => void }) {
  const expect = trpc.backorders.expect.useMutation();
  const today = todayIn(useViewer().entity.timezone);
  const form = useServerForm({
    schema: Values,
    defaultValues: { expected_on: backorder.expected_on ?? '' },
    onSubmit: async ({ expected_on }) => {
      await expect.mutateAsync({ id: backorder.id, expected_on: expected_on || null });
      showDone(expected_on ? `Expected ${formatDate(expected_on)}` : 'No expected date');
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      size="sm"
      title="Set expected date"
      description={`${backorder.product_name} (${backorder.sku}). ${backorder.buyer.name} sees it; nothing is reserved.`}
      submitLabel="Save"
      onClose={onClose}
    >
      <TextField name="expected_on" label="Expected on" type="date" min={today} hint="Empty takes it back." />
    </FormDialog>
  );
}
