import type { ReactNode } from 'react';

/** Lines that are counted; on a phone each is a card, which names its fields itself. */
export function CountTable<Label extends string>({
  caption,
  columns,
  alignment,
  children,
}: {
  caption: string;
  columns: readonly Label[];
  /** Class names of those that aren't at the left. */
  alignment: Partial<Record<Label, string>>;
  children: ReactNode;
}) {
  return (
    <table className="w-full max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-border border-b text-left text-muted text-xs">
          {columns.map((label) => (
            <th key={label} scope="col" className={`py-1.5 font-medium ${alignment[label] ?? ''}`}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">{children}</tbody>
    </table>
  );
}
