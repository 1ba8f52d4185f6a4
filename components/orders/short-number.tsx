/**
 * An order's number by its end, as lists name it. The rest is there for tooltips, screen readers and the clipboard, without room.
 * @param short an end of the number
 */
export function ShortNumber({ number, short }: { number: string; short: string }) {
  return (
    <>
      <span className="number-start">{number.slice(0, number.length - short.length)}</span>
      {short}
    </>
  );
}
