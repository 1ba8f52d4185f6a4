import type { ReactNode } from 'react';

/** A small table with a field in each row: what it is of, how much there is, and the field or fields. */
export function EntryTable({
  caption,
  heads: [what, there, ...fields],
  children,
}: {
  caption: string;
  heads: readonly [string, string, ...string[]];
  children: ReactNode;
}) {
  return (
    <table className="w-full">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-border border-b text-muted text-xs">
          <th scope="col" className="py-1.5 text-left font-medium">
            {what}
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            {there}
          </th>
          {fields.map((field) => (
            <th key={field} scope="col" className="w-36 py-1.5 pl-4 text-right font-medium">
              {field}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
