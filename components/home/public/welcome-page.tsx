import { Barcode, Boxes, FileCheck, type LucideIcon, Plug, ShoppingCart, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/base/button';
import { ProductPicture } from './product-picture';

const SIDES = [
  {
    name: 'Retailers',
    text: 'Order from every supplier in one catalog, receive by the unit, count with a phone and keep your POS in step.',
  },
  {
    name: 'Wholesalers',
    text: 'Take orders online, by phone or from a spreadsheet, pack by batch, ship with a manifest and see what each customer buys.',
  },
  {
    name: 'Cultivators',
    text: 'List each harvest with its certificate, sell to wholesalers and retailers, and trace every package to where it went.',
  },
];

const PROMISES: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Boxes,
    title: 'Never oversold',
    text: 'An order reserves its units in one step, so two buyers can’t get the same ones.',
  },
  {
    icon: ShoppingCart,
    title: 'Every kind of order',
    text: 'Online orders, orders by phone, quotes, backorders and partial shipments, for customers on Tallyleaf or not.',
  },
  {
    icon: TriangleAlert,
    title: 'Recalls in minutes',
    text: 'One action puts a batch on hold at every business that has it, and what was made from it.',
  },
  {
    icon: FileCheck,
    title: 'Certificates beside the stock',
    text: 'Potency, lab and expiration are read from the PDF and follow the batch to the shelf.',
  },
  {
    icon: Barcode,
    title: 'Every number has a source',
    text: 'Each change of stock is a line in a ledger that can’t be edited: who, when, why.',
  },
  {
    icon: Plug,
    title: 'Open to your other systems',
    text: 'Everything in the dashboard is also a REST API, with webhooks and POS syncs.',
  },
];

/** Of a shop's day. */
const DAY: readonly { picture: string; title: string; text: string; alt: string }[] = [
  {
    picture: 'buy',
    title: 'Order in the morning',
    text: 'What is low, from every supplier, at your prices and beside what you have.',
    alt: "A supplier's catalog with prices, potency and what the shop has in stock",
  },
  {
    picture: 'receive',
    title: 'Receive at noon',
    text: 'Check in by scan or by line. Damaged and short units are credited by themselves.',
    alt: 'An order of a retailer that is on its way',
  },
  {
    picture: 'count',
    title: 'Count in the evening',
    text: 'Room by room, with a phone, also without a connection.',
    alt: 'A count of a room with what was expected and found',
  },
];

/** What Tallyleaf is, for a visitor without an account. */
export function WelcomePage({ canSignUp, isDemo }: { canSignUp: boolean; isDemo: boolean }) {
  return (
    <div className="flex flex-col gap-14">
      <section className="flex flex-col items-center text-center">
        <h1 className="max-w-3xl text-balance font-bold text-3xl tracking-tight sm:text-4xl">
          Inventory and wholesale orders for licensed cannabis businesses
        </h1>
        <p className="mt-4 max-w-2xl text-balance text-lg text-muted">
          Retailers, wholesalers and cultivators keep stock to the unit and the batch, and buy from and sell
          to one another in one place.
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {canSignUp && (
            <Button asChild variant="primary" size="lg">
              <a href="/sign-up">Create your business</a>
            </Button>
          )}
          <Button asChild variant={canSignUp ? undefined : 'primary'} size="lg">
            <a href="/sign-in">{isDemo ? 'Try the demo' : 'Sign in'}</a>
          </Button>
          <Button asChild size="lg">
            <a href="/developers">Read the API reference</a>
          </Button>
        </div>
        <ProductPicture
          name="orders"
          alt="The list of a wholesaler's sales, with customers, statuses, totals and the next step of each order"
          className="mt-10 h-auto w-full rounded-xl border border-border shadow-lg"
        />
      </section>
      <section aria-labelledby="sides">
        <h2 id="sides" className="font-semibold text-2xl">
          For each side of an order
        </h2>
        <ul className="mt-4 grid gap-4 md:grid-cols-3">
          {SIDES.map(({ name, text }) => (
            <li key={name} className="rounded-lg border border-border bg-surface p-5 shadow-xs">
              <h3 className="font-semibold text-lg">{name}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="day">
        <h2 id="day" className="font-semibold text-2xl">
          A shop’s day
        </h2>
        <ul className="mt-4 grid gap-6 md:grid-cols-3">
          {DAY.map(({ picture, title, text, alt }) => (
            <li key={picture}>
              <ProductPicture
                lazy
                name={picture}
                alt={alt}
                className="h-auto w-full rounded-lg border border-border shadow-xs"
              />
              <h3 className="mt-3 font-semibold text-lg">{title}</h3>
              <p className="mt-0.5 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="promises">
        <h2 id="promises" className="font-semibold text-2xl">
          What you can rely on
        </h2>
        <ul className="mt-4 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
          {PROMISES.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-3">
              <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-tint-success text-on-tint-success">
                <Icon aria-hidden className="size-5" />
              </span>
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="mt-0.5 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
