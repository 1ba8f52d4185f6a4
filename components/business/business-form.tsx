'use client';
import { CheckboxField, NumberField, SelectField } from '@/components/forms/fields';
import { Form } from '@/components/forms/form';
import { SaveBar } from '@/components/forms/save-bar';
import { TextField } from '@/components/forms/text-field';
import { useServerForm } from '@/components/forms/use-server-form';
import { ExpiryBadge } from '@/components/licenses/expiry-badge';
import { LicenseWarning } from '@/components/licenses/license-warning';
import { AddressFields } from '@/components/locations/address-fields';
import { trpc } from '@/components/providers/trpc';
import { Card } from '@/components/ui/card';
import { showDone } from '@/components/ui/toast';
import { SELLERS } from '@/server/kernel/permissions';
import { BusinessValues, businessPatch, businessValues, fieldOf } from './business-values';
import { timezoneOptions } from './timezones';
import type { Entity } from './types';

const PAIR = 'grid items-start gap-4 sm:grid-cols-2';

/** The profile, license and order rules of the business. */
export function BusinessForm({ entity }: { entity: Entity }) {
  const update = trpc.entity.update.useMutation();
  const saved = businessValues(entity);
  const { timezone } = entity.settings;
  const form = useServerForm({
    schema: BusinessValues,
    values: saved,
    fieldOf,
    onSubmit: async (values) => {
      form.form.reset(businessValues(await update.mutateAsync(businessPatch(saved, values))));
      showDone('Business saved');
    },
  });
  return (
    <>
      <Form form={form} locked className="flex flex-col gap-5">
        <Card title="Profile" description="Shown to your partners and on invoices.">
          <div className={PAIR}>
            <TextField name="name" label="Name" required autoComplete="organization" />
            <TextField name="legal_name" label="Legal name" required autoComplete="off" />
            <TextField name="email" label="Contact email" required type="email" autoComplete="off" />
            <TextField name="phone" label="Phone (optional)" type="tel" autoComplete="off" />
          </div>
        </Card>
        <Card title="Address">
          <AddressFields />
        </Card>
        <Card
          title="License"
          description="Orders need an unexpired license of both parties."
          action={<ExpiryBadge expiry={entity.license_expiry} timezone={timezone} />}
        >
          <div className="flex flex-col gap-4">
            <LicenseWarning warnings={entity.license_warnings} />
            <div className={PAIR}>
              <TextField
                name="license_number"
                label="License number"
                required
                autoComplete="off"
                spellCheck={false}
              />
              <TextField name="license_type" label="License type (optional)" autoComplete="off" />
              <TextField
                name="license_expiry"
                label="License expires (optional)"
                hint="Leave empty if it doesn't expire."
                type="date"
                autoComplete="off"
              />
            </div>
          </div>
        </Card>
        <Card title="Orders and time">
          <div className="flex flex-col gap-4">
            <SelectField
              name="timezone"
              label="Timezone"
              hint="Decides when a day begins and ends, here and in reports."
              options={timezoneOptions(timezone)}
              className="sm:max-w-96"
            />
            {SELLERS.includes(entity.type) && (
              <NumberField
                name="tax"
                label="Sales tax"
                hint="Applied to orders that you sell."
                min={0}
                decimals={2}
                suffix="%"
                className="sm:max-w-48"
              />
            )}
            <NumberField
              name="expiry_days"
              label="Cancel pending orders after (optional)"
              hint="Leave empty to keep them pending."
              min={1}
              suffix="days"
              className="sm:max-w-48"
            />
            {SELLERS.includes(entity.type) && (
              <>
                <NumberField
                  name="most_pending"
                  label="Pending orders per buyer (optional)"
                  hint="Further orders are rejected until you accept or cancel one. Leave empty for no limit."
                  min={1}
                  suffix="orders"
                  className="sm:max-w-48"
                />
                <NumberField
                  name="share"
                  label="Stock per buyer"
                  hint="What one buyer's pending orders may hold of an item: of what you can sell and what the buyer has reserved."
                  min={1}
                  suffix="%"
                  className="sm:max-w-48"
                />
                <CheckboxField
                  name="require_coa"
                  label="Require certificates"
                  hint="Orders ship only with a certificate of analysis for each product."
                />
                <CheckboxField
                  name="require_manifest"
                  label="Require manifests"
                  hint="Orders ship only with a driver and a vehicle."
                />
                <CheckboxField
                  name="same_state_only"
                  label="Sell within the state only"
                  hint="Orders take stock from your locations in the state that they are delivered to."
                />
              </>
            )}
          </div>
        </Card>
      </Form>
      <SaveBar form={form} />
    </>
  );
}
