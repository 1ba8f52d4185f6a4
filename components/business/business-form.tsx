'use client';
import { ExpiryBadge } from '@/components/business/licenses/expiry-badge';
import { LicenseWarning } from '@/components/business/licenses/license-warning';
import { AddressFields } from '@/components/business/locations/address-fields';
import { Card } from '@/components/ui/base/card';
import { SelectField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { NumberField } from '@/components/ui/forms/number-field';
import { SaveBar } from '@/components/ui/forms/save-bar';
import { TextField } from '@/components/ui/forms/text-field';
import { BusinessValues, businessPatch, businessValues } from './business-values';
import { timezoneOptions } from './timezones';
import type { Entity } from './types';
import { useEntityForm } from './use-entity-form';

const PAIR = 'grid items-start gap-4 sm:grid-cols-2';

/** The profile and license of the business, its timezone, and how long its orders wait. */
export function BusinessForm({ entity }: { entity: Entity }) {
  const form = useEntityForm(entity, {
    schema: BusinessValues,
    valuesOf: businessValues,
    patchOf: businessPatch,
    done: 'Business saved',
  });
  const { timezone } = entity.settings;
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
            <NumberField
              name="pending_order_expiry_days"
              label="Cancel pending orders after (optional)"
              hint="Leave empty to keep them pending."
              suffix="days"
              className="sm:max-w-48"
            />
          </div>
        </Card>
      </Form>
      <SaveBar form={form} />
    </>
  );
}
