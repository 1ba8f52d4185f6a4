'use client';
import { Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { Badge } from '@/components/ui/base/badge';
import { IconButton } from '@/components/ui/base/icon-button';
import { VisuallyHidden } from '@/components/ui/base/visually-hidden';
import { columnsOf } from '@/components/ui/data-table/columns';
import { DataTable } from '@/components/ui/data-table/data-table';
import { formatAmount, formatDate, formatMoney, UNKNOWN } from '@/components/ui/format';
import type { Attached } from './attached';
import { goodsName, type Line, type LineErrors, withCertificate } from './draft';

type Row = { line: Line; certificate: Attached | undefined; errors: LineErrors | undefined };

const column = columnsOf<Row>();
const nameOf = ({ line }: Row) => goodsName(line.goods);

/** The lines as they are so far; one is changed in the editor above. */
export function LinesTable({
  lines,
  certificates,
  errors,
  onEdit,
  onRemove,
}: {
  lines: readonly Line[];
  certificates: ReadonlyMap<string, Attached>;
  errors: ReadonlyMap<string, LineErrors>;
  onEdit: (key: string) => void;
  onRemove: (key: string) => void;
}) {
  const rows = useMemo(
    () =>
      lines.map((line): Row => {
        const certificate = certificates.get(line.key);
        return { line: withCertificate(line, certificate), certificate, errors: errors.get(line.key) };
      }),
    [lines, certificates, errors],
  );
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor(nameOf, {
          id: 'goods',
          header: 'Goods',
          meta: { rowHeader: true },
          cell: ({ row: { original: row } }) => (
            <span data-line={row.line.key}>
              <ItemCell
                goods={row.line.goods}
                onOpen={() => onEdit(row.line.key)}
                note={row.errors && <span className="text-destructive">{Object.values(row.errors)[0]}</span>}
              />
            </span>
          ),
        }),
        column.accessor(({ line }) => line.quantity, {
          id: 'amount',
          header: 'Amount',
          meta: { align: 'right', card: 'badge' },
          cell: ({ row: { original: row } }) => formatAmount(row.line.quantity, row.line.goods),
        }),
        column.accessor(({ line }) => line.batch || null, {
          id: 'batch',
          header: 'Batch',
          meta: { card: 'detail', named: true, hideEmpty: true },
          cell: (info) => info.getValue() || UNKNOWN,
        }),
        column.accessor(({ line }) => line.tag, {
          id: 'tag',
          header: 'Package tag',
          meta: { hideBelow: 'xl' },
          cell: (info) => info.getValue() || UNKNOWN,
        }),
        column.accessor(({ line }) => line.expires, {
          id: 'expires',
          header: 'Expires',
          meta: { hideBelow: 'lg' },
          cell: (info) => formatDate(info.getValue() || null),
        }),
        column.accessor(({ line }) => line.cost, {
          id: 'cost',
          header: 'Unit cost',
          meta: { align: 'right', card: 'detail', named: true, hideEmpty: true },
          cell: (info) => formatMoney(info.getValue()),
        }),
        column.accessor(({ certificate }) => certificate?.file.name ?? null, {
          id: 'certificate',
          header: 'Certificate',
          meta: { card: 'detail', hideEmpty: true },
          cell: ({ row: { original: row } }) =>
            row.certificate ? (
              <span title={row.certificate.file.name}>
                <Badge tone="success" icon="check">
                  Read
                </Badge>
              </span>
            ) : (
              UNKNOWN
            ),
        }),
        column.display({
          id: 'actions',
          header: () => <VisuallyHidden>Actions</VisuallyHidden>,
          meta: { align: 'right', card: 'control', label: 'Actions' },
          cell: ({ row: { original: row } }) => (
            <span className="inline-flex gap-1">
              <IconButton
                icon={Pencil}
                size="sm"
                label={`Edit ${nameOf(row)}`}
                onClick={() => onEdit(row.line.key)}
              />
              <IconButton
                icon={Trash2}
                size="sm"
                label={`Remove ${nameOf(row)}`}
                onClick={() => onRemove(row.line.key)}
              />
            </span>
          ),
        }),
      ]),
    [onEdit, onRemove],
  );
  return (
    <DataTable
      caption="Lines of the receipt"
      columns={columns}
      rows={rows}
      getRowId={({ line }) => line.key}
      rowLabel={nameOf}
      shortcuts={false}
      empty={null}
      error={null}
    />
  );
}
