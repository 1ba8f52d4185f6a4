'use client';
import { CATEGORY_OPTIONS } from '@/components/catalog/products/labels';
import { METHODS } from '@/components/money/payments/labels';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { showDone } from '@/components/ui/base/toast';
import { Form } from '@/components/ui/forms/form';
import { SaveBar } from '@/components/ui/forms/save-bar';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';
import { trpc } from '@/components/ui/providers/trpc';
import { AccountValues, accountsPatch, valuesOf } from './accounts';
import { accountLabel, MAIN, USUAL_DEPOSIT } from './labels';
import type { BookAccounts, Rule } from './types';

/** The accounts of the business's books, to which exports post. @param needed keys without which the last export failed */
export function AccountsCard({
  first,
  rules,
  needed,
}: {
  first: BookAccounts;
  rules: readonly Rule[];
  needed: readonly string[];
}) {
  const { data: named = first } = trpc.books.accounts.useQuery({});
  const save = trpc.books.setAccounts.useMutation();
  const saved = valuesOf(named, rules);
  const form = useServerForm<AccountValues>({
    schema: AccountValues,
    values: saved,
    onSubmit: async (values) => {
      form.form.reset(valuesOf(await save.mutateAsync(accountsPatch(saved, values)), rules));
      showDone('Accounts saved');
    },
  });
  const { setValue, getValues } = form.form;
  const fields = [
    { title: 'Main accounts', names: MAIN.map(({ name }) => name) },
    { title: 'Money received', names: METHODS.map(({ value }) => `deposits.${value}`) },
  ];
  const details = [
    {
      title: 'Sales by category',
      intro: 'Empty ones go to Sales',
      names: CATEGORY_OPTIONS.map(({ value }) => `income.${value}`),
      used: Object.keys(named.income).some((key) => key !== 'default'),
    },
    {
      title: 'Taxes by rule',
      intro: 'Empty ones go to Taxes owed',
      names: rules.map(({ id }) => `tax.${id}`),
      used: Object.keys(named.tax).some((key) => key !== 'default'),
    },
  ];
  const fillUsual = () => {
    const deposits = METHODS.map(({ value }) => ({ name: `deposits.${value}`, usual: USUAL_DEPOSIT }));
    for (const { name, usual } of [...MAIN, ...deposits]) {
      const field = name as 'receivable';
      if (!getValues(field)) setValue(field, usual, { shouldDirty: true });
    }
  };
  const isNew = named.receivable === null && Object.keys(named.income).length === 0;
  return (
    <>
      <Card
        title="Accounts"
        description="Enter each name as your accounting program spells it."
        action={isNew && <Button onClick={fillUsual}>Fill in QuickBooks names</Button>}
      >
        <Form form={form} locked className="flex flex-col gap-6">
          {fields.map(({ title, names }) => (
            <fieldset key={title}>
              <legend className="mb-2 font-medium">{title}</legend>
              <Accounts names={names} rules={rules} needed={needed} />
            </fieldset>
          ))}
          {details
            .filter(({ names }) => names.length > 0)
            .map(({ title, intro, names, used }) => (
              <details key={title} open={used} className="rounded-md border border-border px-4 py-2.5">
                <summary className="cursor-pointer font-medium">
                  {title} <span className="ml-1 font-normal text-muted text-sm">{intro}</span>
                </summary>
                <div className="pt-3 pb-1.5">
                  <Accounts names={names} rules={rules} needed={needed} />
                </div>
              </details>
            ))}
        </Form>
      </Card>
      <SaveBar form={form} />
    </>
  );
}

function Accounts({
  names,
  rules,
  needed,
}: {
  names: readonly string[];
  rules: readonly Rule[];
  needed: readonly string[];
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {names.map((name) => (
        <TextField
          key={name}
          name={name}
          label={accountLabel(name, rules)}
          hint={needed.includes(name) ? 'The export needs this account.' : undefined}
          maxLength={100}
          autoComplete="off"
        />
      ))}
    </div>
  );
}
