// Other features import this file.
import { dollarText, toDollars } from '../../../kernel/money';
import { EACH } from '../../../kernel/weights';
import { CATEGORY_NAMES } from '../../products/categories';
import { dayText, packageOf, publicLadder } from '../public/data';
import type { OpenLink } from '../public/link.sql';
import { selectItems, type Wanted } from '../public/select';
import { type Item, levelOf, priceFor, type Shelf } from '../public/shelf';
import { type Html, html, lined } from './html';
import { FOOT, pageOf, type Theme } from './layout';
import { SCRIPT } from './script';

/** Goods of a page. */
const PER_PAGE = 60;
/** Pictures that are there when the page is: the others load as their reader comes to them. */
const EAGER = 4;

/** What of a menu a page shows. */
export interface PageQuery extends Wanted {
  page: number;
  view: 'grid' | 'table';
  theme: Theme;
}

/** Reads the address of a page; what it doesn't know is left out. */
export function queryOf(params: URLSearchParams, theme: Theme): PageQuery {
  const category = params.get('category') ?? undefined;
  const brand = params.get('brand')?.slice(0, 100) || undefined;
  const search = params.get('search')?.slice(0, 100).trim() || undefined;
  const page = Number(params.get('page') ?? 1);
  return {
    category: CATEGORY_NAMES.find((name) => name === category),
    ...{ brand, search, theme },
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    view: params.get('view') === 'table' ? 'table' : 'grid',
  };
}

/** The address of another page of the same menu, below its own. */
function hrefOf(base: string, query: PageQuery, change: Partial<PageQuery>): string {
  const { category, brand, search, page, view } = { ...query, page: 1, ...change };
  const params = new URLSearchParams();
  if (category) params.set('category', category);
  if (brand) params.set('brand', brand);
  if (search) params.set('search', search);
  if (view === 'table') params.set('view', view);
  if (page > 1) params.set('page', String(page));
  return params.size > 0 ? `${base}?${params}` : base;
}

export const nameOf = (word: string): string =>
  word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');

/** Draws a page of a menu. @param base its path, `/m/` with the token */
export function drawMenu(link: OpenLink, shelf: Shelf, query: PageQuery, base: string): string {
  const found = selectItems(shelf, query);
  const pages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const page = Math.min(query.page, pages);
  const shown = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const goods = query.view === 'table' ? table(shown, link, base) : grid(shown, link, base);
  const empty = html`<p class="note">${
    shelf.items.length === 0
      ? 'Nothing is on this menu now.'
      : 'Nothing matches. Try other words, or another category.'
  }</p>`;
  const body = html`<header class="wrap">${heading(link, shelf, base)}</header><main class="wrap" style="padding-top:0">${filters(shelf, query, base)}
<form id="order" method="post" action="${base}/request" data-prices="${link.prices}" data-minimum="${link.prices === 'shown' ? (shelf.minimumCents ?? 0) : 0}">${
    shown.length === 0 ? empty : goods
  }${link.takes_requests ? bar(link, shelf, base) : null}</form>${pager(query, base, page, pages)}
<p class="foot">${FOOT}</p></main>`;
  const script = link.takes_requests ? { script: SCRIPT } : {};
  return pageOf({ title: `${link.name} · ${link.seller_name}`, body, theme: query.theme, ...script });
}

function heading(link: OpenLink, { seller }: Shelf, base: string): Html {
  const licenses = seller.licenses.map(({ number, state }) => `${number} (${state})`).join(', ');
  return html`<div class="head">${
    seller.logo && html`<img src="${base}/logo.png" alt="" height="48">`
  }<div><h1>${link.name}</h1><p class="muted">${link.seller_name}${licenses && html` · License ${licenses}`} <span class="badge${seller.license_verified ? ' good' : ''}">${
    seller.license_verified ? 'License verified' : 'License not verified'
  }</span></p></div></div>${link.message !== null && html`<p class="message">${lined(link.message)}</p>`}`;
}

function filters(shelf: Shelf, query: PageQuery, base: string): Html {
  const chip = (label: string, isOn: boolean, change: Partial<PageQuery>) =>
    html`<a href="${hrefOf(base, query, change)}"${isOn && html` aria-current="true"`}>${label}</a>`;
  const { categories, brands } = shelf;
  return html`<div class="bar"><form method="get" action="${base}" role="search"><input type="search" name="search" value="${query.search ?? ''}" maxlength="100" placeholder="Search this menu" aria-label="Search this menu">${
    query.category && html`<input type="hidden" name="category" value="${query.category}">`
  }${query.view === 'table' && html`<input type="hidden" name="view" value="table">`}<button>Search</button></form><a class="button" href="${hrefOf(base, query, { view: query.view === 'table' ? 'grid' : 'table', page: query.page })}">${
    query.view === 'table' ? 'Show as grid' : 'Show as table'
  }</a></div>${
    categories.length > 1 &&
    html`<nav class="chips" aria-label="Categories">${chip('All', !query.category, { category: undefined })}${categories.map(
      (name) =>
        chip(nameOf(name), query.category === name, { category: query.category === name ? undefined : name }),
    )}</nav>`
  }${
    brands.length > 1 &&
    html`<nav class="chips" aria-label="Brands">${brands
      .slice(0, 40)
      .map((name) =>
        chip(name, query.brand === name, { brand: query.brand === name ? undefined : name }),
      )}</nav>`
  }`;
}

const LEVEL = { 'in stock': 'good', low: 'warn', out: '' } as const;
const LEVEL_TEXT = { 'in stock': 'In stock', low: 'Low stock', out: 'Out of stock' } as const;

/** How many there are in the unit of the goods. */
export const unitsText = (steps: number, { step, unit }: Pick<Item, 'step' | 'unit'>): string =>
  step === null ? String(steps) : `${(steps * step) / EACH} ${unit}`;

function availability(item: Item, link: OpenLink): Html | null {
  if (link.availability === 'hidden') return null;
  const level = levelOf(item);
  if (link.availability === 'levels')
    return html`<span class="badge ${LEVEL[level]}">${LEVEL_TEXT[level]}</span>`;
  return html`<span class="badge ${item.units > 0 ? 'good' : ''}">${
    item.units > 0 ? `${unitsText(item.units, item)} available` : 'Out of stock'
  }</span>`;
}

const perUnit = ({ unit }: Pick<Item, 'unit'>) => (unit ? ` / ${unit}` : '');

function prices(item: Item, link: OpenLink): Html | null {
  if (link.prices === 'hidden') return null;
  const [, ...more] = publicLadder(item.ladder, item.step);
  const least = toDollars(priceFor(item, item.case_size).cents);
  const further = more.filter(({ min_amount }) => min_amount > (item.case_size * (item.step ?? EACH)) / EACH);
  return html`<p class="price">${dollarText(least)}${perUnit(item)}</p>${
    further.length > 0 &&
    html`<ul class="ladder">${further
      .slice(0, 6)
      .map(
        ({ min_amount, unit_price }) =>
          html`<li>${dollarText(unit_price)} from ${min_amount}${item.unit ? ` ${item.unit}` : ''}</li>`,
      )}</ul>`
  }`;
}

/** Name, brand, kind, strength and package of goods in a line. */
function facts(item: Item): string {
  const percent = (name: string, value: number | null) => (value === null ? null : `${name} ${value}%`);
  return [
    ...[item.brand, item.subcategory && nameOf(item.subcategory), percent('THC', item.thc_percentage)],
    ...[percent('CBD', item.cbd_percentage), packageOf(item)],
    item.case_size > 1 ? `case of ${unitsText(item.case_size, item)}` : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

function certificate(item: Item, link: OpenLink, base: string): Html | null {
  const found = item.certificate;
  if (!found) return null;
  const text = `Tested ${dayText(found.date)} by ${found.lab}${found.thc_percentage === null ? '' : `, total THC ${found.thc_percentage}%`}`;
  return html`<p class="small muted">${
    link.certificates && found.own
      ? html`<a href="${base}/certificates/${item.variant_id}.pdf" rel="nofollow">${text}</a>`
      : text
  }</p>`;
}

function amountInput(item: Item, link: OpenLink): Html | null {
  if (!link.takes_requests) return null;
  const size = (item.case_size * (item.step ?? EACH)) / EACH;
  const ladder =
    link.prices === 'shown'
      ? JSON.stringify(item.ladder.map((one) => [one.min_steps, one.price_cents]))
      : '[]';
  return html`<div class="qty"><input type="number" inputmode="decimal" min="0" step="${size}" name="q.${item.variant_id}" data-v="${item.variant_id}" data-l="${ladder}" data-s="${item.step ?? ''}" aria-label="${item.product_name} ${item.variant_name}" placeholder="0"><span class="unit">${item.unit ?? ''}</span></div>`;
}

function grid(items: readonly Item[], link: OpenLink, base: string): Html {
  return html`<ul class="grid">${items.map((item, n) => {
    const picture = item.picture
      ? html`<img src="${base}/images/${item.picture}-480.webp" alt="" width="480" height="360"${n >= EAGER && html` loading="lazy"`} decoding="async">`
      : nameOf(item.category);
    return html`<li class="card"><div class="pic">${picture}</div><h3>${item.product_name}</h3><p class="small">${item.variant_name}</p><p class="small muted">${facts(item)}</p>${certificate(item, link, base)}<div>${availability(item, link)}</div>${prices(item, link)}${amountInput(item, link)}</li>`;
  })}</ul>`;
}

function table(items: readonly Item[], link: OpenLink, base: string): Html {
  const withPrices = link.prices === 'shown';
  return html`<div class="scroll"><table><thead><tr><th></th><th>Product</th><th>Availability</th>${withPrices && html`<th class="num">Price</th>`}${
    link.takes_requests && html`<th>Amount</th>`
  }</tr></thead><tbody>${items.map(
    (item) =>
      html`<tr><td>${
        item.picture &&
        html`<img src="${base}/images/${item.picture}-128.webp" alt="" width="40" height="40" loading="lazy" decoding="async">`
      }</td><td><strong>${item.product_name}</strong> ${item.variant_name}<div class="small muted">${facts(item)}</div>${certificate(item, link, base)}</td><td>${availability(item, link)}</td>${
        withPrices && html`<td class="num">${prices(item, link)}</td>`
      }${link.takes_requests && html`<td>${amountInput(item, link)}</td>`}</tr>`,
  )}</tbody></table></div>`;
}

/** What the chosen goods come to, and the act: without JavaScript the act alone. */
function bar(link: OpenLink, { minimumCents }: Shelf, base: string): Html {
  const minimum = link.prices === 'shown' && minimumCents ? dollarText(toDollars(minimumCents)) : null;
  return html`<div class="sum"><div class="wrap"><div class="grow" id="bar" hidden><strong id="total"></strong> <span id="count" aria-live="polite"></span>${
    minimum && html`<span id="short" class="small muted" hidden> · minimum ${minimum}</span>`
  }</div><a class="button" id="account" href="${base}/account">Order in your account</a><button class="primary">Request order</button></div></div>`;
}

function pager(query: PageQuery, base: string, page: number, pages: number): Html | null {
  if (pages < 2) return null;
  return html`<nav class="pages" aria-label="Pages">${
    page > 1 &&
    html`<a class="button" rel="prev" href="${hrefOf(base, query, { page: page - 1 })}">Previous</a>`
  }<span>Page ${page} of ${pages}</span>${
    page < pages &&
    html`<a class="button" rel="next" href="${hrefOf(base, query, { page: page + 1 })}">Next</a>`
  }</nav>`;
}
