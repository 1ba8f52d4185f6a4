import { CompanyRequired, VendorError } from '../vendor-error';
import { askVendor, type Caller } from './exchange';

/** Companies that are named where a key reaches several. */
const MOST_NAMED = 50;
/** Lists that tell whether a key is accepted: without the first, the second. */
const PROBES = {
  leaflink: ['/api/v2/companies/?limit=50', '/api/v2/products/?limit=1'],
  newer: ['/companies?page=1&page_size=50', '/products?page=1&page_size=1'],
  distru: [
    '/public/v1/companies?page[number]=1&page[size]=1',
    '/public/v1/products?page[number]=1&page[size]=1',
  ],
} as const;

/**
 * Asks a vendor whether it takes the credentials.
 * @param slug the company that was chosen
 * @throws VendorError; CompanyRequired where LeafLink's key reaches several companies and none is chosen
 */
export async function probe(caller: Caller, slug: string | undefined): Promise<void> {
  const [companiesAt, otherAt] = PROBES[caller.isNewer ? 'newer' : caller.vendor];
  const page = await askVendor(caller, companiesAt, ['id']);
  if (!page) {
    if (await askVendor(caller, otherAt, ['id'])) return;
    throw new VendorError('vendor_misconfigured', 'The vendor does not know the addresses that were asked.');
  }
  if (caller.vendor !== 'leaflink') return;
  const companies = page.rows.slice(0, MOST_NAMED).map(({ text }) => companyIn(JSON.parse(text)));
  if (slug === undefined) {
    if (companies.length > 1) throw new CompanyRequired(companies);
    return;
  }
  if (companies.some((company) => company.slug === slug)) return;
  throw new VendorError('vendor_misconfigured', 'These credentials reach no company with this slug.');
}

function companyIn(row: Record<string, unknown>): { slug: string; name: string } {
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 100) : '';
  const slug = text(row.slug) || text(row.id);
  return { slug, name: text(row.name) || text(row.dba) || slug };
}
