import { z } from 'zod';
import {
  Amount,
  BigCount,
  CalendarDate,
  Count,
  Id,
  idList,
  listOf,
  Paging,
  Percentage,
  Price,
  Search,
  sortBy,
  Timestamp,
  Total,
  text,
} from '../../kernel/params';
import { NextDeliveryDates } from '../entities/locations/schema';
import { CoaResult } from '../lots/coa/schema';
import { TestStatus } from '../lots/schema';
import { PriceLadder } from '../pricing/schema';
import {
  Appearance,
  amountAlikeOf,
  GOODS_WORDS,
  ProductCategory,
  Steps,
  StepsAlike,
} from '../products/schema';

export const Supplier = z
  .object({
    id: Id.meta({ description: 'Id of the wholesaler' }),
    name: z.string().meta({ description: 'Name of the wholesaler' }),
    city: z.string().meta({ description: 'City of the wholesaler' }),
    state: z.string().meta({ description: 'State of the wholesaler' }),
    product_count: Count.meta({ description: 'Active products' }),
    next_delivery_dates: NextDeliveryDates,
    categories: z.array(ProductCategory).meta({ description: 'Categories of its own active products' }),
    pictures: z
      .array(
        z.object({
          product_id: Id.meta({ description: 'Id of the product' }),
          product_name: z.string().meta({ description: 'Name of the product' }),
          category: Appearance.category,
          image: Appearance.image,
        }),
      )
      .meta({
        description:
          'Up to four products with an image: what you ordered most in your last 20 orders from it, then its newest ones',
      }),
    last_order: z
      .object({
        id: Id.meta({ description: 'Id of the order' }),
        order_number: z.string().meta({ description: 'Number of the order' }),
        created_at: Timestamp.meta({ description: 'When it was placed' }),
        total: Total.meta({ description: 'Total in US dollars' }),
      })
      .nullable()
      .meta({ description: 'Your last order from it that was not canceled; null without one' }),
  })
  .meta({ id: 'Supplier' });
export const SupplierList = listOf(Supplier);
export const ListSuppliers = z.strictObject({ ...Paging });

/** A variant as its buyer sees it: price, and the quantity that an order could reserve now. */
const OFFERED = {
  product_id: Id.meta({ description: 'Id of the product' }),
  product_name: z.string().meta({ description: 'Name of the product' }),
  brand: z.string().nullable().meta({ description: 'Brand of the product' }),
  category: Appearance.category,
  subcategory: z.string().nullable().meta({ description: 'Subcategory of the product, as text' }),
  image: Appearance.image,
  thc_percentage: Percentage.nullable().meta({
    description: 'THC content in percent; null when not stated',
  }),
  variant_id: Id.meta({ description: 'Id of the variant, for order lines' }),
  variant_name: Appearance.variant_name,
  sku: z.string().meta({ description: "The wholesaler's SKU, for order lines" }),
  wholesale_price: Price.meta({
    description: 'Your current price per unit for the least that you can order, in US dollars',
  }),
  price_ladder: PriceLadder,
  case_size: Count.meta({ description: 'It is ordered in multiples of so many units' }),
  case_size_amount: Amount.meta({ description: '`case_size` in `unit`' }),
  available_quantity: BigCount.meta({ description: 'Units that an order could reserve now' }),
  available_amount: Amount.meta({ description: '`available_quantity` in `unit`' }),
  ...Steps,
};

const OfferCertificate = z
  .object({
    id: Id.meta({ description: 'Id of the certificate' }),
    batch_id: z.string().meta({ description: 'Batch number on the certificate' }),
    date: CalendarDate.meta({ description: 'Date of the certificate' }),
    download_url: z.string().meta({ description: 'Needs the bearer token or the browser session' }),
  })
  .meta({ id: 'OfferCertificate' });

export const Offer = z
  .object({
    ...OFFERED,
    certificate: OfferCertificate.nullable().meta({
      description: "The product's latest certificate of analysis; null without one",
    }),
    own_quantity: BigCount.meta({ description: 'Units that your locations can sell' }),
    last_price: Price.nullable().meta({
      description: 'Price per unit in your last order of it that was not canceled; null without one',
    }),
    last_ordered_at: Timestamp.nullable().meta({
      description: 'When you placed that order; null without one',
    }),
  })
  .meta({ id: 'Offer' });
export const Catalog = listOf(Offer);

/** By which goods on offer are filtered. */
const GOODS_FILTERS = {
  category: ProductCategory.meta({ description: 'Only products of this category' }).optional(),
  brand: text(200).meta({ description: 'Only products of this brand' }).optional(),
  in_stock: z.boolean().meta({ description: 'true for what can be ordered now' }).optional(),
  thc_min: Percentage.meta({
    description: 'Only products with at least this THC content, in percent',
  }).optional(),
  thc_max: Percentage.meta({
    description: 'Only products with at most this THC content, in percent',
  }).optional(),
};

/** By your prices, and THC content; what has none comes last. */
export const MARKET_SORTS = ['price', 'price_per_gram', 'price_per_100_mg', 'thc'] as const;

/** An offer of any supplier. */
export const MarketOffer = Offer.extend({
  price_per_gram: Price.nullable().meta({
    description:
      'Your price per gram; null where it is not sold by weight in grams, ounces, pounds or kilograms',
  }),
  price_per_100_mg: Price.nullable().meta({
    description: 'Your price per 100 mg; null unless the weight of its variant is in `mg`',
  }),
  cheapest: z.boolean().meta({
    description:
      'true where your price is the lowest of what was found of its category, subcategory and weight, and there are several',
  }),
  supplier: z
    .object({
      id: Id.meta({ description: 'Id of the seller' }),
      name: z.string().meta({ description: 'Name of the seller' }),
    })
    .meta({ description: 'Who sells it' }),
}).meta({ id: 'MarketOffer' });
export const MarketOfferList = listOf(MarketOffer);
export const SearchMarket = z.strictObject({
  search: Search.meta({ description: GOODS_WORDS }).optional(),
  ...GOODS_FILTERS,
  subcategory: text(100).meta({ description: 'Only products of this subcategory' }).optional(),
  price_max: Price.meta({
    description: 'Only what costs you at most so much per unit, in US dollars',
  }).optional(),
  supplier_id: Id.meta({ description: 'Only what this seller offers' }).optional(),
  sort: sortBy(MARKET_SORTS),
  ...Paging,
});

const MAX_VARIANTS = 200;

export const MarketBrand = z
  .object({
    name: z.string().meta({ description: 'Name of the brand' }),
    product_count: Count.meta({ description: 'Active products of the brand' }),
  })
  .meta({ id: 'MarketBrand' });
export const BrandList = listOf(MarketBrand);
export const ListBrands = z.strictObject({ id: Id.meta({ description: 'Id of the wholesaler' }), ...Paging });

export const CATALOG_SORTS = ['product_name', 'brand', 'category', 'wholesale_price'] as const;

export const ListCatalog = z.strictObject({
  id: Id.meta({ description: 'Id of the wholesaler, or with `customer_id` of your own business' }),
  customer_id: Id.meta({
    description:
      'Your catalog as this customer of yours buys from it: its prices, what it last paid you, and what you can sell now',
  }).optional(),
  search: Search.meta({ description: GOODS_WORDS }).optional(),
  ...GOODS_FILTERS,
  ordered: z
    .boolean()
    .meta({ description: 'true for what you have ordered before, canceled orders aside' })
    .optional(),
  variant_ids: idList(MAX_VARIANTS)
    .meta({
      description: `Only these variants: ids separated by commas, at most ${MAX_VARIANTS}`,
    })
    .optional(),
  sort: sortBy(CATALOG_SORTS),
  ...Paging,
});

/** A variant that a location is low on, and how much of it to order. */
export const ReorderSuggestion = z
  .object({
    supplier: z
      .object({
        id: Id.meta({ description: 'Id of the wholesaler' }),
        name: z.string().meta({ description: 'Name of the wholesaler' }),
      })
      .meta({ description: 'Who sells it' }),
    location: z
      .object({
        id: Id.meta({ description: 'Id of the location' }),
        name: z.string().meta({ description: 'Name of the location' }),
      })
      .meta({ description: 'Your location that is low on it' }),
    ...OFFERED,
    available_quantity: BigCount.meta({
      description: "Units that an order could reserve now of the supplier's",
    }),
    sellable_quantity: BigCount.meta({ description: 'Units that your location can sell' }),
    low_stock_threshold: Count.meta({
      description: 'At what it is low, in units: what your location reorders at, else your threshold',
    }),
    low_stock_threshold_amount: Amount.meta({ description: '`low_stock_threshold` in `unit`' }),
    par: Count.nullable().meta({
      description: 'Up to what your location wants it to be filled, in units; null without',
    }),
    elsewhere: z
      .array(
        z.object({
          location: z
            .object({
              id: Id.meta({ description: 'Id of the location' }),
              name: z.string().meta({ description: 'Name of the location' }),
            })
            .meta({ description: 'Another location of yours' }),
          sellable_quantity: BigCount.meta({ description: 'Units that it can sell' }),
        }),
      )
      .meta({ description: 'Up to five other locations of yours that have some, the most first' }),
    sold_30_days: BigCount.meta({ description: 'Units that your location sold in the last 30 days' }),
    incoming_quantity: BigCount.meta({ description: 'Units in open orders for your location' }),
    suggested_quantity: BigCount.meta({
      description:
        'Units to order, in whole cases, so that the location has `par`, or without one what it sold in 30 days and at least the threshold; 0 when open orders cover that',
    }),
    suggested_amount: Amount.meta({ description: '`suggested_quantity` in `unit`' }),
  })
  .meta({ id: 'ReorderSuggestion' });
export const ReorderList = listOf(ReorderSuggestion);

export const ListReorder = z.strictObject({
  location_id: Id.meta({ description: 'Only this location of yours' }).optional(),
  supplier_id: Id.meta({ description: 'Only what this wholesaler sells' }).optional(),
  ...Paging,
});

export const BatchesOnSaleQuery = z.strictObject({
  id: Id.meta({ description: 'Id of the wholesaler, or of your own business' }),
  product_id: Id.meta({ description: 'Id of the product' }),
});

/** A batch that a seller can sell units of now. */
export const BatchOnSale = z
  .object({
    id: Id.meta({ description: 'Id of the batch' }),
    batch_id: z.string().meta({ description: 'Batch number as printed on the certificate' }),
    harvested_on: CalendarDate.nullable().meta({ description: 'Day of harvest; null when unknown' }),
    packaged_on: CalendarDate.nullable().meta({ description: 'Day of packaging; null when unknown' }),
    expires_on: CalendarDate.nullable().meta({
      description: 'Last day on which units can be sold; null when unknown',
    }),
    test_status: TestStatus.meta({ description: 'Result of its tests' }),
    units: BigCount.nullable().meta({
      description:
        "Units that your locations can sell; null of another business's stock, and without `read:inventory`",
    }),
    ...StepsAlike,
    amount: amountAlikeOf('units', ', and where that is'),
    certificate: z
      .object({
        lab: z.string().meta({ description: 'Laboratory' }),
        date: CalendarDate.meta({ description: 'Date of the certificate' }),
        thc_percentage: Percentage.nullable().meta({
          description: 'Total THC as read from the PDF, in percent',
        }),
        cbd_percentage: Percentage.nullable().meta({
          description: 'Total CBD as read from the PDF, in percent',
        }),
        result: CoaResult.nullable().meta({ description: 'Overall result as read from the PDF' }),
      })
      .nullable()
      .meta({ description: 'Its latest certificate of analysis; null without one' }),
  })
  .meta({ id: 'BatchOnSale' });
export const BatchesOnSale = z
  .object({
    data: z.array(BatchOnSale).meta({ description: 'At most 50, what expires first before the others' }),
  })
  .meta({ id: 'BatchesOnSale' });
