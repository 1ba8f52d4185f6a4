'use client';
import { type FormEvent, useId, useState } from 'react';
import { AmountInput } from '@/components/catalog/goods/amount-input';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { EntryTable } from '@/components/ui/base/entry-table';
import { Link } from '@/components/ui/base/link';
import { showDone } from '@/components/ui/base/toast';
import { formatAmount, formatCount } from '@/components/ui/format';
import { errorTextOf } from '@/components/ui/forms/error-text';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { useLeaving } from '@/components/ui/forms/use-leaving';
import { trpc } from '@/components/ui/providers/trpc';
import { levelName } from './level';
import type { StockLevel } from './types';

/** The most that a location can want. */
const MOST = 1_000_000;

type Wanted = Pick<StockLevel, 'reorder_point' | 'par'>;
const isUpsideDown = ({ reorder_point, par }: Wanted) => par !== null && par < (reorder_point ?? 0);

/** At what each of some levels is reordered, and up to what: what is typed in the first row can be given to all. */
export function LevelsDialog({
  levels,
  onClose,
  onDone,
}: {
  levels: readonly StockLevel[];
  onClose: () => void;
  onDone: () => void;
}) {
  const formId = useId();
  const [changed, setChanged] = useState<ReadonlyMap<string, Wanted>>(new Map());
  const [tried, setTried] = useState(false);
  const save = trpc.inventory.setLevelsWanted.useMutation();
  const wantedOf = (level: StockLevel): Wanted => changed.get(level.id) ?? level;
  const set = (level: StockLevel, wanted: Partial<Wanted>) => {
    const { reorder_point, par } = wantedOf(level);
    setChanged(new Map(changed).set(level.id, { reorder_point, par, ...wanted }));
  };
  const [first] = levels;
  const isAlike = levels.every(({ unit, step }) => unit === first?.unit && step === first?.step);
  const wrong = levels.find((level) => isUpsideDown(wantedOf(level)));
  const { leave, question } = useLeaving({ touched: changed.size > 0, pending: save.isPending, onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (save.isPending || wrong) return;
    const lines = levels.flatMap((level) => {
      const wanted = changed.get(level.id);
      return wanted ? [{ variant_id: level.variant.id, location_id: level.location.id, ...wanted }] : [];
    });
    if (lines.length === 0) return onClose();
    save.mutate(
      { lines },
      {
        onSuccess: () => {
          showDone(`Levels of ${formatCount(lines.length, 'item')} saved`);
          onDone();
        },
      },
    );
  };
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        title={levels.length === 1 && first ? `Levels of ${levelName(first)}` : 'Set levels'}
        description="Under the reorder point a store is low, and orders fill it up to par. Empty: your low-stock threshold, and what sold in 30 days."
        footer={
          <>
            {levels.length > 1 && isAlike && first && (
              <Button
                className="mr-auto"
                onClick={() => {
                  const { reorder_point, par } = wantedOf(first);
                  setChanged(new Map(levels.map(({ id }) => [id, { reorder_point, par }])));
                }}
              >
                First row for all
              </Button>
            )}
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={save.isPending}>
              Save levels
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
          <FormAlert
            message={
              errorTextOf(save.error) ??
              (tried && wrong ? `${levelName(wrong)}: par must be at least the reorder point.` : undefined)
            }
          />
          <EntryTable caption="Levels" heads={['Product', 'Available', 'Reorder at', 'Par']}>
            {levels.map((level, at) => {
              const { reorder_point, par } = wantedOf(level);
              const name = `${levelName(level)} at ${level.location.name}`;
              return (
                <tr key={level.id} className="border-border border-b last:border-b-0">
                  <th scope="row" className="wrap-anywhere py-2 pr-3 text-left font-normal">
                    <span className="font-medium">{level.product.name}</span> {level.variant.name}
                    <span className="block text-muted text-xs">
                      {level.variant.sku} · {level.location.name}
                    </span>
                  </th>
                  <td className="py-2 text-right tabular-nums">
                    {formatAmount(level.sellable_quantity, level)}
                  </td>
                  <td className="py-2 pl-4">
                    <AmountInput
                      autoFocus={at === 0}
                      aria-label={`Reorder at, ${name}`}
                      goods={level}
                      min={0}
                      max={MOST}
                      value={reorder_point}
                      onValueChange={(value) => set(level, { reorder_point: value })}
                    />
                  </td>
                  <td className="py-2 pl-4">
                    <AmountInput
                      aria-label={`Par, ${name}`}
                      aria-invalid={tried && isUpsideDown(wantedOf(level)) ? true : undefined}
                      goods={level}
                      min={0}
                      max={MOST}
                      value={par}
                      onValueChange={(value) => set(level, { par: value })}
                    />
                  </td>
                </tr>
              );
            })}
          </EntryTable>
          <p className="text-sm">
            <Link href="/inventory/levels/import" className="text-link underline underline-offset-2">
              Import levels from a file
            </Link>
          </p>
        </form>
      </Dialog>
      {question}
    </>
  );
}
