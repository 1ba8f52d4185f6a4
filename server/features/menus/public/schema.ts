import { z } from 'zod';
import {
  CalendarDate,
  Count,
  Id,
  Percentage,
  Price,
  Timestamp,
  Total,
  wholeNumber,
} from '../../../kernel/params';
import { STEP_UNITS } from '../../../kernel/weights';
import { CATEGORY_NAMES } from '../../products/categories';
import { REQUEST_FIELDS } from '../requests/schema';
import { AVAILABILITIES, PRICES_SHOWN } from '../state';

/** Goods of a page of the view as data, at most. */
export const MOST_ROWS = 200;

const Token = z.string().max(200).meta({ description: 'The last part of the menu’s link' });

const FILTERS = {
  category: z.enum(CATEGORY_NAMES).optional().meta({ description: 'Only goods of this category' }),
  brand: z.string().min(1).max(100).optional().meta({ description: 'Only goods of this brand' }),
  search: z.string().min(1).max(100).optional().meta({ description: 'Only goods with these words' }),
};

export const ReadMenu = z.strictObject({
  token: Token,
  ...FILTERS,
  page: wholeNumber().min(1).max(1_000_000).default(1).meta({ description: 'Page number, from 1' }),
  limit: wholeNumber().min(1).max(MOST_ROWS).default(60).meta({ description: 'Goods per page' }),
});
export const MenuToken = z.strictObject({ token: Token });

export const RequestOrder = z.strictObject({ token: Token, ...REQUEST_FIELDS }).meta({
  examples: [
    {
      business: {
        name: 'Corner Dispensary',
        license_number: 'C10-0000123-LIC',
        type: 'retailer',
        address: { street: '12 Market Street', city: 'Oakland', state: 'CA', zip: '94607' },
      },
      contact: { name: 'Maya Alvarez', email: 'maya@corner.example', phone: '510 555 0100' },
      lines: [{ variant_id: '0195e6a0-8c1e-7b5a-9d3f-2f6f1c0a9b04', quantity: 12 }],
    },
  ],
});

const PublicBreak = z
  .object({
    min_amount: z.number().meta({ description: 'From this amount on' }),
    unit_price: Price.meta({ description: 'Price per unit in US dollars' }),
  })
  .meta({ id: 'MenuPriceBreak' });

const Certificate = z
  .object({
    lab: z.string().meta({ description: 'Laboratory' }),
    date: CalendarDate.meta({ description: 'Date of the certificate' }),
    thc_percentage: Percentage.nullable().meta({ description: 'Total THC that it states, in percent' }),
    url: z
      .string()
      .optional()
      .meta({ format: 'uri', description: 'The certificate as a PDF, where the menu gives it' }),
  })
  .meta({ id: 'MenuCertificate' });

export const LEVELS = ['in stock', 'low', 'out'] as const;

export const MenuGoods = z
  .object({
    variant_id: Id.meta({ description: 'Id of the variant, which a request names' }),
    product_name: z.string().meta({ description: 'Name of the product' }),
    variant_name: z.string().meta({ description: 'Name of the variant' }),
    brand: z.string().nullable().meta({ description: 'Brand' }),
    category: z.enum(CATEGORY_NAMES).meta({ description: 'Category' }),
    strain: z.string().nullable().meta({ description: 'Strain or kind, such as `hybrid`' }),
    thc_percentage: Percentage.nullable().meta({ description: 'THC in percent' }),
    cbd_percentage: Percentage.nullable().meta({ description: 'CBD in percent' }),
    image: z.string().nullable().meta({ format: 'uri', description: 'Picture; null without one' }),
    package: z.string().nullable().meta({ description: 'Content of a package, such as `3.5 g`' }),
    unit: z
      .enum(STEP_UNITS)
      .nullable()
      .meta({ description: 'Unit of goods sold by weight; null for those sold each' }),
    step: z.number().nullable().meta({ description: 'Step of the amount in that unit' }),
    case_size: Count.meta({ description: 'Ordered in multiples of so many' }),
    price: Price.optional().meta({
      description: 'Price per unit of the least amount, in US dollars; absent where prices are hidden',
    }),
    price_ladder: z
      .array(PublicBreak)
      .optional()
      .meta({ description: 'Prices by amount; absent where prices are hidden' }),
    available: Count.optional().meta({ description: 'What could be ordered now, with `exact` availability' }),
    level: z.enum(LEVELS).optional().meta({ description: 'With availability by levels' }),
    certificate: Certificate.nullable().meta({ description: 'Of the newest batch that is there and passed' }),
  })
  .meta({ id: 'MenuItem', description: 'A variant on a menu' });
export type MenuGoodsView = z.infer<typeof MenuGoods>;

export const PublicMenu = z
  .object({
    seller: z
      .object({
        name: z.string().meta({ description: 'Name of the seller' }),
        logo: z.string().nullable().meta({ format: 'uri', description: 'Logo; null without one' }),
        licenses: z
          .array(
            z.object({
              number: z.string().meta({ description: 'License number' }),
              state: z.string().meta({ description: 'State' }),
              type: z.string().nullable().meta({ description: 'License type' }),
            }),
          )
          .meta({ description: 'Its active licenses' }),
        license_verified: z.boolean().meta({ description: 'Whether its license is verified' }),
      })
      .meta({ description: 'Who sells' }),
    menu: z
      .object({
        name: z.string().meta({ description: 'Name of the menu' }),
        message: z.string().nullable().meta({ description: 'Text above the goods' }),
        prices: z.enum(PRICES_SHOWN).meta({ description: 'Whether prices are shown' }),
        availability: z.enum(AVAILABILITIES).meta({ description: 'How availability is shown' }),
        takes_requests: z.boolean().meta({ description: 'Whether an order can be requested' }),
        minimum_order: Total.nullable()
          .optional()
          .meta({ description: 'Least subtotal of a request; absent where prices are hidden' }),
        categories: z.array(z.enum(CATEGORY_NAMES)).meta({ description: 'Categories of its goods' }),
        brands: z.array(z.string()).meta({ description: 'Brands of its goods' }),
      })
      .meta({ description: 'What it is' }),
    goods: z.array(MenuGoods).meta({ description: 'Goods of this page' }),
    pagination: z
      .object({
        page: Count.meta({ description: 'This page, from 1' }),
        limit: Count.meta({ description: 'Goods per page' }),
        total: Count.meta({ description: 'Goods that match' }),
        has_more: z.boolean().meta({ description: 'Whether another page follows' }),
      })
      .meta({ description: 'Position of this page' }),
    as_of: Timestamp.meta({ description: 'When this was read' }),
  })
  .meta({
    id: 'PublicMenu',
    description: 'A menu as its link shows it',
    examples: [
      {
        seller: {
          name: 'Golden Coast Distribution',
          logo: null,
          licenses: [{ number: 'C11-0000456-LIC', state: 'CA', type: 'Distributor' }],
          license_verified: true,
        },
        menu: {
          ...{ name: 'Weekly menu', message: null, prices: 'shown', availability: 'levels' },
          ...{ takes_requests: true, minimum_order: 500, categories: ['flower'], brands: ['Sun Grown'] },
        },
        goods: [],
        pagination: { page: 1, limit: 60, total: 0, has_more: false },
        as_of: '2026-01-02T15:04:05.000Z',
      },
    ],
  });
export type PublicMenuView = z.infer<typeof PublicMenu>;
