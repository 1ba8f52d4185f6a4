'use client';
import type { Entity } from '@/components/business/types';
import { useEntityForm } from '@/components/business/use-entity-form';
import { CREDIT_CHECKS } from '@/components/partners/customers/labels';
import { Card } from '@/components/ui/base/card';
import { PageHeader } from '@/components/ui/base/page-header';
import { CheckboxField, SelectField, TextareaField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { NumberField } from '@/components/ui/forms/number-field';
import { SaveBar } from '@/components/ui/forms/save-bar';
import { trpc } from '@/components/ui/providers/trpc';
import { InvoiceSettings, settingsOf, settingsPatch } from './settings-values';

const NARROW = 'sm:max-w-48';

const INVOICE_STEPS = [
  { value: 'shipped', label: 'When the order ships' },
  { value: 'delivered', label: 'When the order is delivered' },
] as const;

/** How a seller invoices, and on what terms. @param first as the server read it */
export function InvoiceSettingsPage({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  const form = useEntityForm(entity, {
    schema: InvoiceSettings,
    valuesOf: settingsOf,
    patchOf: settingsPatch,
    done: 'Invoice settings saved',
  });
  return (
    <div className="max-w-3xl">
      <PageHeader title="Invoices" />
      <Form form={form} locked className="flex flex-col gap-5">
        <Card title="Invoices">
          <div className="flex flex-col gap-4">
            <SelectField
              name="invoice_at"
              label="Issue an invoice"
              hint="Shipped orders are invoiced for what was shipped, delivered ones for what was accepted."
              options={INVOICE_STEPS}
              className="sm:max-w-72"
            />
            <NumberField
              name="default_terms_days"
              label="Payment terms"
              hint="Days until an invoice is due. A customer may have its own."
              suffix="days"
              className={NARROW}
            />
            <TextareaField
              name="remittance_text"
              label="How to pay you (optional)"
              hint="Printed on invoices and statements: where to send a check, or your bank details."
              rows={4}
              maxLength={1000}
            />
          </div>
        </Card>
        <Card title="Credit">
          <div className="flex flex-col gap-4">
            <SelectField
              name="credit_check"
              label="Check credit limits"
              hint="From this step on an open order counts toward its customer's limit."
              options={CREDIT_CHECKS}
              className="sm:max-w-72"
            />
            <NumberField
              name="block_overdue_days"
              label="Block orders of overdue customers after (optional)"
              hint="Days past due after which a customer can't place orders. Leave empty to never block."
              suffix="days"
              className={NARROW}
            />
          </div>
        </Card>
        <Card title="Reminders">
          <CheckboxField
            name="dunning"
            label="Mail reminders of overdue invoices"
            hint="Customers get one on the 1st, 7th and 30th day after the due date."
          />
        </Card>
      </Form>
      <SaveBar form={form} />
    </div>
  );
}
