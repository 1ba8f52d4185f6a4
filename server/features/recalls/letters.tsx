import { momentText } from '../../kernel/moment-text';
import { plainName } from '../../kernel/quotation';
import { amountText } from '../../kernel/weights';
import { Bullets, type Letter, Quotation } from '../../platform/mail/letter';
import type { recallForContact, recallsForMail } from './mail.sql';

/** Recalls that one mail lists in words; the rest is a number. */
const MOST_LISTED = 50;

type Row = Awaited<ReturnType<typeof recallsForMail>>[number];
type ContactRow = Awaited<ReturnType<typeof recallForContact>>[number];

const namesOf = ({ product_name, batch_id }: Pick<Row, 'product_name' | 'batch_id'>) =>
  `${plainName(product_name)}, batch ${plainName(batch_id)}`;

const unitsOf = ({ held, ...steps }: Pick<Row, 'held' | 'unit' | 'step'>) =>
  steps.step ? amountText(held, steps) : `${held} ${held === 1 ? 'unit' : 'units'}`;

/** What the owner of the product wrote. */
function Recalled({
  row,
}: {
  row: Pick<
    Row,
    'owner' | 'class' | 'reason' | 'instructions' | 'respond_by' | 'timezone' | 'product_name' | 'batch_id'
  >;
}) {
  const owner = plainName(row.owner);
  const { respond_by, timezone } = row;
  return (
    <>
      <p>
        {owner} has recalled {namesOf(row)} (class {row.class}).
      </p>
      <p>Reason given by {owner}:</p>
      <Quotation text={row.reason} />
      <p>Instructions from {owner}:</p>
      <Quotation text={row.instructions} />
      {respond_by && <p>Respond by {momentText(respond_by, timezone)}.</p>}
    </>
  );
}

/** A recall, to the contact of customers that aren't on board. @param rows one for each of them @param report the link of a report */
export function recallContactLetter(
  first: Omit<ContactRow, 'email'>,
  rows: readonly Pick<ContactRow, 'customer' | 'held' | 'unit' | 'step'>[],
  report: string,
): Letter {
  const seller = plainName(first.seller);
  const reach = [first.seller_email, first.seller_phone].flatMap((one) => one ?? []).map(plainName);
  return {
    subject: `Class ${first.class} recall: ${namesOf(first)}`,
    business: first.seller,
    body: (
      <>
        <Recalled row={first} />
        <p>{seller} delivered units of it to:</p>
        <Bullets items={rows.map((row) => `${plainName(row.customer)}: ${unitsOf(row)}`)} />
        <p>
          Stop selling them, and tell {seller} how many you still have
          {reach.length > 0 && ` (${reach.join(', ')})`}.
        </p>
      </>
    ),
    reason: (
      <p>
        You don't know {seller}, or never had these goods? <a href={report}>Report this sender</a>
      </p>
    ),
  };
}

/** A recall, to a member of a business that it concerns. */
export function recallLetter(row: Omit<Row, 'email'>): Letter {
  return {
    subject: `Class ${row.class} recall: ${namesOf(row)}`,
    business: row.owner,
    body: (
      <>
        <Recalled row={row} />
        <Concerning row={row} />
      </>
    ),
    action: { label: 'See the recall and respond', path: `/recalls/${row.id}` },
  };
}

/** What the recall has to do with the member's business. */
function Concerning({ row }: { row: Omit<Row, 'email'> }) {
  const { role, derived, made } = row;
  const list = (batches: readonly string[]) => batches.map(plainName).join(', ');
  const ofMade = made && (
    <p>Your batches made from it: {list(made)}. They are not on hold. Recall them if they are affected.</p>
  );
  if (role === 'made_from') return ofMade;
  if (role === 'check') {
    return (
      <>
        <p>
          You have units of this product without a batch. Check units without a batch by hand. Then report how
          many are of this batch.
        </p>
        {ofMade}
      </>
    );
  }
  return (
    <>
      <p>You had {unitsOf(row)} on hand. All units of the batch are on hold at your locations.</p>
      {derived && <p>Batches made from it are recalled too: {list(derived)}.</p>}
      <p>Check units without a batch by hand.</p>
      {ofMade}
    </>
  );
}

/** The recalls of an hour that are not mailed one by one. */
export function recallsLetter(rows: readonly Omit<Row, 'email'>[], publicUrl: string): Letter {
  const [first] = rows;
  const more = rows.length - MOST_LISTED;
  return {
    subject:
      first && rows.length === 1
        ? `Class ${first.class} recall: ${namesOf(first)}`
        : `${rows.length} recalls`,
    body: (
      <>
        <p>These batches were recalled. Open each recall to see which units are on hold and what to do:</p>
        <Bullets
          items={rows.slice(0, MOST_LISTED).map((row) => (
            <>
              Class {row.class}: {namesOf(row)} ({plainName(row.owner)}){' '}
              <a href={`${publicUrl}/recalls/${row.id}`}>Open</a>
            </>
          ))}
        />
        {more > 0 && <p>… and {more} more</p>}
      </>
    ),
    action: { label: 'See all recalls', path: '/recalls' },
  };
}
