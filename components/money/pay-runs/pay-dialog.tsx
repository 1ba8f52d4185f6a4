'use client';
import { useRouter } from 'next/navigation';
import * as z from 'zod/mini';
import { leftOf } from '@/components/money/remittances/left';
import { formatCount, formatMoney, todayIn } from '@/components/ui/format';
import { SelectField } from '@/components/ui/forms/fields';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { PayeeFields } from './payee-fields';

const Values = z.object({
  account_id: z.string().check(z.minLength(1, 'Choose an account')),
  pay_on: z.string().check(z.minLength(1, 'Choose a date')),
});

type Bill = {
  id: string;
  number: string;
  balance: number;
  sent: number | null;
  seller: { id: string; name: string };
};

/** Pays the open part of some bills by one file for the bank. */
export function PayDialog({ bills, onClose }: { bills: readonly Bill[]; onClose: () => void }) {
  const router = useRouter();
  const today = todayIn(useViewer().entity.timezone);
  const accounts = trpc.bank.accounts.list.useQuery({ limit: 50 }).data?.data ?? [];
  const usable = accounts.filter(
    ({ active, last4, has_routing_number }) => active && last4 && has_routing_number,
  );
  const call = trpc.payRuns.create.useMutation();
  const lines = bills.map((bill) => ({ invoice_id: bill.id, amount: leftOf(bill) }));
  const total = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  const suppliers = new Map(bills.map(({ seller }) => [seller.id, seller.name]));
  const form = useServerForm({
    schema: Values,
    defaultValues: { account_id: usable[0]?.id ?? '', pay_on: '' },
    onSubmit: async ({ account_id, pay_on }) => {
      const run = await call.mutateAsync({ account_id, pay_on, lines });
      router.push(`/pay-runs/${run.id}`);
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Pay ${formatMoney(total)} by bank`}
      description={`${formatCount(bills.length, 'bill')} of ${formatCount(suppliers.size, 'supplier')}. You get a file for your bank.`}
      submitLabel="Draft pay run"
      onClose={onClose}
    >
      <SelectField
        name="account_id"
        label="From"
        options={[
          {
            value: '',
            label: usable.length === 0 ? 'Add an account in Pay runs first' : 'Choose an account',
          },
          ...usable.map(({ id, name, last4 }) => ({ value: id, label: `${name} ••••${last4}` })),
        ]}
      />
      <TextField name="pay_on" label="Suppliers get it on" type="date" min={today} required />
      {[...suppliers].map(([id, name]) => (
        <PayeeFields key={id} supplier={{ id, name }} />
      ))}
    </FormDialog>
  );
}
