'use client';
import { Card } from '@/components/ui/base/card';
import { Link } from '@/components/ui/base/link';
import { PageHeader } from '@/components/ui/base/page-header';
import { CheckboxField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { NumberField } from '@/components/ui/forms/number-field';
import { SaveBar } from '@/components/ui/forms/save-bar';
import { trpc } from '@/components/ui/providers/trpc';
import { SalesValues, salesFieldOf, salesPatch, salesValues } from './sales-values';
import type { Entity } from './types';
import { useEntityForm } from './use-entity-form';

const NARROW = 'sm:max-w-48';

/** The rules of a seller for the orders that it gets. @param first as the server read it */
export function SalesPage({ first }: { first: Entity }) {
  const { data: entity = first } = trpc.entity.get.useQuery({});
  const form = useEntityForm(entity, {
    schema: SalesValues,
    valuesOf: salesValues,
    patchOf: salesPatch,
    fieldOf: salesFieldOf,
    done: 'Sales settings saved',
  });
  return (
    <div className="max-w-3xl">
      <PageHeader title="Sales" />
      <Form form={form} locked className="flex flex-col gap-5">
        <Card title="Tax">
          <NumberField
            name="tax"
            label="Sales tax"
            hint={
              <>
                Applied to orders that you sell while no{' '}
                <Link href="/settings/taxes" className="underline">
                  tax rule
                </Link>{' '}
                is current.
              </>
            }
            decimals={2}
            suffix="%"
            className={NARROW}
          />
        </Card>
        <Card title="Prices and minimum">
          <div className="flex flex-col gap-4">
            <NumberField
              name="minimum"
              label="Minimum order (optional)"
              hint="Of goods less discounts, before freight and tax. A customer may have its own. Leave empty for none."
              money
              className={NARROW}
            />
            <NumberField
              name="manual_discount"
              label="Discounts by managers"
              hint="How far managers may go below the computed price, all discounts together. Owners and admins have no limit. Below 100%, managers can't give samples."
              decimals={2}
              suffix="%"
              className={NARROW}
            />
            <NumberField
              name="weight_tolerance"
              label="Packing tolerance"
              hint="How much more than ordered may be packed of goods sold by weight, at most 10%."
              decimals={2}
              suffix="%"
              className={NARROW}
            />
          </div>
        </Card>
        <Card title="Limits per buyer" description="Orders that you enter yourself have no limits.">
          <div className="flex flex-col gap-4">
            <NumberField
              name="most_pending"
              label="Pending orders per buyer (optional)"
              hint="Further orders are rejected until you accept or cancel one. Leave empty for no limit."
              suffix="orders"
              className={NARROW}
            />
            <NumberField
              name="share"
              label="Stock per buyer"
              hint="What one buyer's pending orders may hold of an item: of what you can sell and what the buyer has reserved."
              suffix="%"
              className={NARROW}
            />
          </div>
        </Card>
        <Card title="Backorders">
          <NumberField
            name="backorder_days"
            label="Days a backorder stays open"
            hint="Unfilled backorders are canceled after this many days."
            suffix="days"
            className={NARROW}
          />
        </Card>
        <Card title="Shipping">
          <div className="flex flex-col gap-4">
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
            <NumberField
              name="days_at_delivery"
              label="Days to expiration at delivery"
              hint="Batches that expire sooner after the delivery date need your override. 0 for no limit."
              suffix="days"
              className={NARROW}
            />
          </div>
        </Card>
      </Form>
      <SaveBar form={form} />
    </div>
  );
}
