import { Badge } from '@/components/ui/base/badge';
import { actionsColumn, EditAndDelete } from '@/components/ui/data-table/actions';
import { columnsOf } from '@/components/ui/data-table/columns';
import { buyersText, daysText, goodsText, rateText, stateOn } from './labels';
import type { TaxRule } from './types';

const column = columnsOf<TaxRule>();

const STATE = { current: 'Current', planned: 'Planned', ended: 'Ended' };

/** The columns of the tax rules. @param today the business's day, as YYYY-MM-DD */
export function taxRuleColumns({
  today,
  onEdit,
  onDelete,
}: {
  today: string;
  onEdit: (rule: TaxRule) => void;
  onDelete: (rule: TaxRule) => void;
}) {
  return column.columns([
    column.accessor('name', {
      header: 'Tax',
      meta: { rowHeader: true, sortKey: 'name' },
      cell: ({ row: { original } }) => (
        <span className="wrap-anywhere block py-1 font-medium md:whitespace-normal">{original.name}</span>
      ),
    }),
    column.accessor(rateText, { id: 'rate', header: 'Rate' }),
    column.accessor(goodsText, {
      id: 'goods',
      header: 'Goods',
      meta: { hideBelow: 'lg' },
      cell: ({ getValue }) => <span className="block py-1 md:whitespace-normal">{getValue()}</span>,
    }),
    column.accessor(buyersText, {
      id: 'buyers',
      header: 'Buyers',
      meta: { hideBelow: 'xl' },
      cell: ({ getValue }) => <span className="block py-1 md:whitespace-normal">{getValue()}</span>,
    }),
    column.accessor((rule) => STATE[stateOn(rule, today)], {
      id: 'state',
      header: 'Status',
      meta: { card: 'badge' },
      cell: ({ row: { original } }) => {
        const state = stateOn(original, today);
        const days = daysText(original);
        return (
          <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 py-1 md:whitespace-normal">
            <Badge
              tone={state === 'current' ? 'success' : 'neutral'}
              icon={state === 'current' ? 'check' : 'clock'}
            >
              {STATE[state]}
            </Badge>
            {days && <span className="text-muted text-sm">{days}</span>}
          </span>
        );
      },
    }),
    actionsColumn<TaxRule>((rule) => (
      <EditAndDelete name={rule.name} onEdit={() => onEdit(rule)} onDelete={() => onDelete(rule)} />
    )),
  ]);
}
