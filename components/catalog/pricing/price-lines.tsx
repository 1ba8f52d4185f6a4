/** What stands below a price, a line each: its source, its discount, what more would cost. */
export function PriceLines({ notes }: { notes: readonly (string | null | undefined | false)[] }) {
  return notes.map(
    (note) =>
      note && (
        <span key={note} className="text-muted text-xs max-md:before:content-['_·_'] md:block md:leading-4">
          {note}
        </span>
      ),
  );
}
