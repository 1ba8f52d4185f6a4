import type { TaxPreset } from './schema';

/** Goods with cannabis. */
const CANNABIS = ['flower', 'concentrates', 'edibles', 'vapes', 'topicals'];

const percent = (rate: number) => ({ basis: 'percent', rate, amount: null, weight_unit: null }) as const;
const perOunce = (amount: number) => ({ basis: 'weight', rate: null, amount, weight_unit: 'oz' }) as const;
/** What most of them have in common. */
const usual = { buyer_types: [], use: null, include_freight: false };

/**
 * State taxes on cannabis that sellers may have to charge, by state. Each rate was read at its source, or its note says where; who owes a tax, and on which
 * sale, is the seller's to judge. A newer rate is a newer entry: rules that were made of one never change with it.
 */
export const TAX_PRESETS: TaxPreset[] = [
  {
    key: 'ak-bud',
    state: 'AK',
    name: 'Alaska marijuana tax',
    ...usual,
    ...perOunce(50),
    categories: ['flower'],
    states: ['AK'],
    note: 'Cultivators owe it on what they sell to stores and manufacturers: $50 an ounce of mature bud. Immature bud is $25, the rest of the plant $15.',
    source:
      'https://regulations.justia.com/states/alaska/title-15/chapter-61/article-2/section-15-aac-61-100/',
    as_of: '2024-02-27',
  },
  {
    key: 'ca-excise',
    state: 'CA',
    name: 'California cannabis excise tax',
    ...usual,
    ...percent(15),
    categories: CANNABIS,
    states: ['CA'],
    note: 'Since 2023, retailers owe it on what they sell to consumers, so most wholesale orders carry none. 15% from October 1, 2025, through June 30, 2028.',
    source: 'https://leginfo.legislature.ca.gov/faces/billNavClient.xhtml?bill_id=202520260AB564',
    as_of: '2025-09-22',
  },
  {
    key: 'co-excise',
    state: 'CO',
    name: 'Colorado retail marijuana excise tax',
    ...usual,
    ...percent(15),
    categories: ['flower'],
    use: 'adult',
    states: ['CO'],
    note: 'Cultivators owe it on the first sale of unprocessed retail marijuana to a store or manufacturer: 15% of the contract price before discounts, or of the average market rate between affiliates.',
    source:
      'https://tax.colorado.gov/press-release/colorado-department-of-revenue-releases-amrs-for-retail-marijuana-effective-july-1',
    as_of: '2025-06-06',
  },
  {
    key: 'il-cultivation',
    state: 'IL',
    name: 'Illinois cultivation privilege tax',
    ...usual,
    ...percent(7),
    categories: CANNABIS,
    states: ['IL'],
    note: 'Cultivation centers and craft growers owe it on the gross receipts of their first sale, and may add it as a charge of its own.',
    source: 'https://ilga.gov/commission/jcar/admincode/086/086004220001000R.html',
    as_of: '2024-04-02',
  },
  {
    key: 'mi-wholesale',
    state: 'MI',
    name: 'Michigan wholesale marihuana excise tax',
    ...usual,
    ...percent(24),
    categories: CANNABIS,
    buyer_types: ['retailer'],
    use: 'adult',
    states: ['MI'],
    note: 'On the wholesale price of the first sale to an adult-use retailer, from January 1, 2026.',
    source: 'https://www.legislature.mi.gov/Laws/MCL?objectName=mcl-205-905',
    as_of: '2025-11-23',
  },
  {
    key: 'nj-social-equity',
    state: 'NJ',
    name: 'New Jersey social equity excise fee',
    ...usual,
    ...perOunce(2.5),
    categories: ['flower'],
    use: 'adult',
    states: ['NJ'],
    note: 'Cultivators owe it on each ounce of usable cannabis that they sell to other businesses than cultivators; medical sales are exempt. The commission sets it each year. The page of the Division of Taxation was read as of December 2023, with $1.24 for 2024; $2.50 for 2025 and 2026 is from press reports of the votes in December 2024 and 2025. Check it there before you use it.',
    source: 'https://www.nj.gov/treasury/taxation/cannabis/recreational/seef.shtml',
    as_of: '2026-01-03',
  },
  {
    key: 'nv-wholesale',
    state: 'NV',
    name: 'Nevada wholesale cannabis excise tax',
    ...usual,
    ...percent(15),
    categories: ['flower'],
    states: ['NV'],
    note: 'Cultivators owe it on the first wholesale sale: 15% of the sales price, or of the fair market value that the Department of Taxation publishes between affiliates.',
    source: 'https://leg.state.nv.us/Division/Legal/LawLibrary/NRS/NRS-372A.html',
    as_of: '2024-06-29',
  },
];
