'use client';
import { Percent, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { EmptyState } from '@/components/ui/base/empty-state';
import { Link } from '@/components/ui/base/link';
import { ListPage } from '@/components/ui/data-table/list-page';
import { useServerList } from '@/components/ui/data-table/use-server-list';
import { formatPercentage, todayIn } from '@/components/ui/format';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { taxRuleColumns } from './columns';
import { stateOn } from './labels';
import { taxRulesList } from './list';
import type { TaxRule } from './types';

const TaxDialog = lazy(() => import('./tax-dialog').then((m) => ({ default: m.TaxDialog })));
const DeleteTaxRuleDialog = lazy(() =>
  import('./delete-dialog').then((m) => ({ default: m.DeleteTaxRuleDialog })),
);

type Opened = 'add' | { edited: TaxRule } | { deleted: TaxRule } | null;

/** The taxes that the business adds to what it sells. @param flatRate its sales tax without rules, in percent */
export function TaxesPage({ flatRate }: { flatRate: number }) {
  const { entity } = useViewer();
  const today = todayIn(entity.timezone);
  const [dialog, setDialog] = useState<Opened>(null);
  const list = useServerList(taxRulesList, trpc.taxRules.list, { steady: false });
  const hasCurrent = (list.rows ?? []).some((rule) => stateOn(rule, today) === 'current');
  const columns = useMemo(
    () =>
      taxRuleColumns({
        today,
        onEdit: (edited) => setDialog({ edited }),
        onDelete: (deleted) => setDialog({ deleted }),
      }),
    [today],
  );
  const add = (
    <Button variant="primary" onClick={() => setDialog('add')}>
      <Plus aria-hidden />
      Add tax rule
    </Button>
  );
  const close = () => setDialog(null);
  return (
    <ListPage
      title="Taxes"
      description={
        hasCurrent ? (
          'A new order has one line for each current rule that applies to its goods, buyer and premises. Orders keep the rules that they were placed with.'
        ) : (
          <>
            Without a current rule, orders have your sales tax of {formatPercentage(flatRate)}, which you set
            under <Link href="/settings/sales">Sales</Link>.
          </>
        )
      }
      actions={add}
      bar={null}
      list={list}
      columns={columns}
      rowLabel={(rule) => rule.name}
      skeletonRows={3}
      empty={
        <EmptyState icon={Percent} title="No tax rules yet" action={add}>
          Taxes by category, state or weight appear here. Start with your state’s preset.
        </EmptyState>
      }
    >
      <Suspense>
        {dialog === 'add' && <TaxDialog rule={null} onClose={close} />}
        {dialog !== null && dialog !== 'add' && 'edited' in dialog && (
          <TaxDialog rule={dialog.edited} onClose={close} />
        )}
        {dialog !== null && dialog !== 'add' && 'deleted' in dialog && (
          <DeleteTaxRuleDialog rule={dialog.deleted} onClose={close} />
        )}
      </Suspense>
    </ListPage>
  );
}
