'use client';
import { lazy, Suspense, useRef, useState } from 'react';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { unitsText } from '@/components/catalog/goods/amounts';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { GoodsField } from '@/components/stock/receiving/goods-field';
import type { Place } from '@/components/stock/receiving/types';
import { useGoods } from '@/components/stock/receiving/use-goods';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { Select } from '@/components/ui/base/select';
import { StatCard } from '@/components/ui/base/stat-card';
import { formatAmount, formatPercentage } from '@/components/ui/format';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { trpc } from '@/components/ui/providers/trpc';
import { FlowPage } from '@/components/ui/shell/flow-page';
import { lotName, type Source, sourcesAt } from './sources';
import { type Draft, draftFault, NO_DRAFT, usePackaging } from './use-packaging';

const MadeTable = lazy(() => import('./made-table').then((m) => ({ default: m.MadeTable })));

/** Lots that a source is chosen from. */
const MOST_LOTS = 500;

/** Makes packages from a harvested batch: what is used of it, what it becomes, and what is lost. */
export function PackagePage({
  places,
  placeId,
  lotId: firstLot,
  batch: firstBatch,
}: {
  places: readonly Place[];
  placeId: string;
  /** The lot or the batch that the address names. */
  lotId: string | null;
  batch: string | null;
}) {
  const [locationId, setLocationId] = useState(placeId);
  const [chosen, setChosen] = useState(firstLot);
  const lots = trpc.lots.list.useQuery({ location_id: locationId, limit: MOST_LOTS });
  const sources = sourcesAt(lots.data?.data ?? [], locationId);
  const source =
    sources.find(({ lot_id }) => lot_id === chosen) ??
    (chosen === null ? sources.find(({ batch }) => batch === firstBatch) : undefined);
  const packaging = usePackaging(locationId, source);
  const { made, sum } = packaging;
  return (
    <FlowPage
      title="Package"
      breadcrumbs={[{ label: 'Inventory', href: '/inventory' }]}
      stepsLabel="Steps of packaging"
      steps={[]}
    >
      <div className="flex flex-col gap-5">
        <Card title="Source">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Location">
              <Select
                options={places.map(({ id, name }) => ({ value: id, label: name }))}
                value={locationId}
                disabled={made.length > 0}
                onValueChange={setLocationId}
              />
            </Field>
            <Field
              label="Harvested batch"
              hint={
                lots.data && sources.length === 0
                  ? 'No flower by weight is in stock here. Record a harvest first.'
                  : source && `${formatAmount(source.available, source)} available`
              }
            >
              <Select
                options={sources.map((one) => ({ value: one.lot_id, label: lotName(one) }))}
                value={source?.lot_id ?? null}
                placeholder="Choose a batch"
                disabled={made.length > 0}
                onValueChange={setChosen}
              />
            </Field>
          </div>
        </Card>
        {source && (
          <PackageForm key={source.lot_id} source={source} locationId={locationId} packaging={packaging} />
        )}
        {sum && made[0] && (
          <section aria-label="Yield" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            <StatCard label="Used" value={inUnit(sum.used, made[0].source)} />
            <StatCard label="Packaged" value={inUnit(sum.packaged, made[0].source)} />
            <StatCard label="Yield" value={formatPercentage(Number(sum.percent.toFixed(1)))} />
            <StatCard label="Lost" value={inUnit(sum.lost, made[0].source)} />
          </section>
        )}
        <Suspense>{made.length > 0 && <MadeTable made={made} />}</Suspense>
      </div>
    </FlowPage>
  );
}

const inUnit = (amount: number, { unit }: Source) =>
  formatAmount(Number(amount.toFixed(4)), { unit, step: 1 });

/** One kind of package: what it is, how many, and how much of the source went into them. */
function PackageForm({
  source,
  locationId,
  packaging: { pack, pending, error, weightOf },
}: {
  source: Source;
  locationId: string;
  packaging: ReturnType<typeof usePackaging>;
}) {
  const goods = useGoods('packages', locationId);
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<Draft>({ ...NO_DRAFT, batch: source.batch_id });
  const [tried, setTried] = useState(false);
  const change = (values: Partial<Draft>) => setDraft((before) => ({ ...before, ...values }));
  // What the packages weigh, unless something else was typed.
  const suggested = draft.goods && draft.units ? weightOf(draft.goods, draft.units, source) : null;
  const used = draft.used ?? suggested;
  const fault = tried ? draftFault({ ...draft, used }, source) : {};
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    setTried(true);
    const complete = { ...draft, used };
    if (Object.keys(draftFault(complete, source)).length > 0) return;
    if (!(await pack(complete))) return;
    setTried(false);
    setDraft({ ...NO_DRAFT, batch: source.batch_id });
    input.current?.focus();
  };
  return (
    <Card title="Packages" className="overflow-visible">
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <GoodsField
          goods={goods}
          input={input}
          onAdd={(found, values) => change({ goods: found, units: values.quantity ?? null, used: null })}
        />
        {fault.goods && (
          <p role="alert" className="text-destructive text-sm">
            {fault.goods}.
          </p>
        )}
        {draft.goods && (
          <>
            <ItemCell goods={draft.goods} />
            <div className="grid grid-cols-2 gap-4 lg:grid-cols-5">
              <Field label="Units" required error={fault.units}>
                <AmountInput
                  strict
                  autoFocus
                  goods={draft.goods}
                  value={draft.units}
                  min={1}
                  onValueChange={(units) => change({ units })}
                />
              </Field>
              <Field
                label="Used of the batch"
                required
                error={fault.used}
                hint={
                  draft.used === null && suggested !== null
                    ? 'What the packages weigh. Add what was lost.'
                    : undefined
                }
              >
                <AmountInput
                  strict
                  goods={source}
                  value={used}
                  min={1}
                  onValueChange={(next) => change({ used: next })}
                />
              </Field>
              <Field label="Batch" required error={fault.batch}>
                <Input
                  value={draft.batch}
                  maxLength={100}
                  autoComplete="off"
                  onChange={(event) => change({ batch: event.target.value })}
                />
              </Field>
              <Field label="Package tag">
                <Input
                  value={draft.tag}
                  maxLength={100}
                  autoComplete="off"
                  onChange={(event) => change({ tag: event.target.value })}
                />
              </Field>
              <Field label="Expires">
                <Input
                  type="date"
                  value={draft.expires}
                  onChange={(event) => change({ expires: event.target.value })}
                />
              </Field>
            </div>
          </>
        )}
        <FormAlert message={error} />
        {draft.goods && (
          <Button type="submit" variant="primary" pending={pending} className="self-end">
            Package {unitsText(draft.units ?? 0, draft.goods)}
          </Button>
        )}
      </form>
    </Card>
  );
}
